import { useEffect, useRef, useState } from "react"
import { openMeeting, type SharedMeeting } from "~/client/meeting"
import { notificationSound } from "~/client/memory/choices"
import { ownCountdown } from "~/client/memory/own-countdown"
import { claimForOneTab } from "~/client/notification/one-tab"
import type { Countdown } from "~/contract/meeting"
import { leftOf } from "~/rules/meeting"
import { celebrate } from "~/ui/meeting/celebrate"
import { meeting as texts } from "~/ui/meeting/texts"
import { chime } from "~/ui/parts/chime"
import { OnDemand } from "~/ui/parts/on-demand"
import { common } from "~/ui/parts/texts"
import { say, showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useBoard, useObserved, useView } from "~/ui/plan/board-context"

const loadCountdown = () => import("~/ui/meeting/countdown-widget")
const loadWheel = () => import("~/ui/meeting/wheel-widget")

/** Age after which a finished countdown or spin belongs to an earlier meeting, ms. */
const stale = 600_000

/** Countdown and wheel, opened here or shared by somebody. */
export const MeetingHost = () => {
  const { session } = useBoard()
  const [meeting, setMeeting] = useState<SharedMeeting>()
  useEffect(() => {
    const opened = openMeeting(session)
    setMeeting(opened)
    return opened.close
  }, [session])
  return meeting ? <Widgets meeting={meeting} /> : null
}

const Widgets = ({ meeting }: { meeting: SharedMeeting }) => {
  const { view, user } = useBoard()
  const open = useView(({ widgets }) => widgets)
  const shared = useObserved(meeting.state)
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const now = meeting.now()
  const show = (which: "countdown" | "wheel", shown: boolean) =>
    view.set({ widgets: { ...view.get().widgets, [which]: shown } })

  const countdown = shared?.countdown ?? null
  const wheel = shared?.wheel ?? null
  const ended = countdown?.endsAt && leftOf(countdown, now) === 0 && now - Date.parse(countdown.endsAt) > stale
  const shownCountdown = countdown && !ended && !dismissed.includes(countdown.startedAt) ? countdown : null
  const over = wheel && now - Date.parse(wheel.startedAt) > stale
  const shownWheel = wheel && !over && !dismissed.includes(wheel.startedAt) ? wheel : null

  const send: SharedMeeting["update"] = async (change) => {
    try {
      await meeting.update(change)
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, common.networkError), key: "meeting" })
    }
  }
  const dismiss = (startedAt: string) => setDismissed([...dismissed, startedAt])
  const opened = useOpenedFor(shownCountdown?.startedAt, open.countdown, (shown) => show("countdown", shown))
  /** Ends it for everybody if this person shared it; otherwise hides it on this screen, where its button calls a running one back. */
  const endCountdown = () => {
    if (!shownCountdown) return
    if (shownCountdown.startedById === user.id) void send({ countdown: null })
    else if (leftOf(shownCountdown, now) > 0) show("countdown", false)
    else {
      opened.current = false
      dismiss(shownCountdown.startedAt)
    }
  }
  const endWheel = () => {
    if (!shownWheel) return
    if (shownWheel.startedById === user.id) void send({ wheel: null })
    else dismiss(shownWheel.startedAt)
  }
  const [own, setOwn] = useOwnCountdown(now, open.countdown, () => show("countdown", true))
  const running = shownCountdown ?? own
  const counting = running !== null && leftOf(running, now) > 0 && !open.countdown
  useEffect(() => {
    const { widgets } = view.get()
    if ((widgets.counting ?? false) !== counting) view.set({ widgets: { ...widgets, counting } })
  }, [view, counting])
  useEnd(running, meeting.now, () => show("countdown", true))

  return (
    <>
      {open.countdown && (
        <OnDemand layer="while loading" load={loadCountdown} onClose={() => show("countdown", false)}>
          {({ CountdownWidget }) => (
            <CountdownWidget
              shared={shownCountdown}
              own={own}
              onOwn={setOwn}
              now={meeting.now}
              send={send}
              onEnd={endCountdown}
              onClose={() => show("countdown", false)}
            />
          )}
        </OnDemand>
      )}
      {(open.wheel || shownWheel) && (
        <OnDemand layer={open.wheel && "while loading"} load={loadWheel} onClose={() => show("wheel", false)}>
          {({ WheelWidget }) => (
            <WheelWidget
              shared={shownWheel}
              now={meeting.now}
              send={send}
              onEnd={endWheel}
              onClose={() => show("wheel", false)}
            />
          )}
        </OnDemand>
      )}
    </>
  )
}

/** The countdown that only this person sees; the next page of this tab goes on with it. */
const useOwnCountdown = (now: number, shown: boolean, show: () => void) => {
  const { session } = useBoard()
  const [memory] = useState(() => ownCountdown(session.planId))
  const [stored] = useState(() => {
    const read = memory.read()
    return read && now - Date.parse(read.countdown.endsAt ?? "") > stale ? undefined : read
  })
  const [own, setOwn] = useState<Countdown | null>(stored?.countdown ?? null)
  const opening = useRef(stored !== undefined && !stored.hidden)
  useEffect(() => {
    if (opening.current && !shown) show()
    else memory.write(own, !shown)
    opening.current = false
  })
  return [own, setOwn] as const
}

/** Opens the countdown when somebody shares one, and hides it with that one, unless this person had opened it. */
const useOpenedFor = (startedAt: string | undefined, shown: boolean, show: (shown: boolean) => void) => {
  const met = useRef<string>(undefined)
  const opened = useRef(false)
  useEffect(() => {
    if (met.current === startedAt) return
    met.current = startedAt
    if (startedAt !== undefined) {
      opened.current ||= !shown
      show(true)
    } else if (opened.current) {
      opened.current = false
      show(false)
    }
  })
  return opened
}

/** At the end of a countdown, also of a hidden one: shows it, with confetti and a sound. */
const useEnd = (countdown: Countdown | null, now: () => number, show: () => void) => {
  const [, tick] = useState(0)
  const ran = useRef<string>(undefined)
  useEffect(() => {
    if (!countdown || countdown.left !== null) return
    const { startedAt } = countdown
    const wait = leftOf(countdown, now())
    if (wait > 0) {
      ran.current = startedAt
      const timer = setTimeout(() => tick((each) => each + 1), wait + 4)
      return () => clearTimeout(timer)
    }
    if (ran.current !== startedAt) return
    ran.current = undefined
    show()
    say(texts.over)
    void celebrate()
    void claimForOneTab(`countdown:${startedAt}`).then((mine) => {
      if (mine && notificationSound.on()) chime()
    })
  })
}
