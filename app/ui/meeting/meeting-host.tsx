import { useEffect, useState } from "react"
import { openMeeting, type SharedMeeting } from "~/client/meeting"
import { leftOf } from "~/rules/meeting"
import { messageOf } from "~/ui/parts/message-of"
import { OnDemand } from "~/ui/parts/on-demand"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast"
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
  /** Ends it for everybody if this person shared it; otherwise hides it on this screen. */
  const end = (which: "countdown" | "wheel", startedBy: number | undefined, startedAt: string | undefined) => {
    if (startedAt === undefined) return
    if (startedBy === user.id) void send({ [which]: null })
    else setDismissed([...dismissed, startedAt])
  }
  const close = (which: "countdown" | "wheel") => view.set({ widgets: { ...view.get().widgets, [which]: false } })

  return (
    <>
      {(open.countdown || shownCountdown) && (
        <OnDemand layer={open.countdown && "while loading"} load={loadCountdown} onClose={() => close("countdown")}>
          {({ CountdownWidget }) => (
            <CountdownWidget
              shared={shownCountdown}
              now={meeting.now}
              send={send}
              onEnd={() => end("countdown", shownCountdown?.startedById, shownCountdown?.startedAt)}
              onClose={() => close("countdown")}
            />
          )}
        </OnDemand>
      )}
      {(open.wheel || shownWheel) && (
        <OnDemand layer={open.wheel && "while loading"} load={loadWheel} onClose={() => close("wheel")}>
          {({ WheelWidget }) => (
            <WheelWidget
              shared={shownWheel}
              now={meeting.now}
              send={send}
              onEnd={() => end("wheel", shownWheel?.startedById, shownWheel?.startedAt)}
              onClose={() => close("wheel")}
            />
          )}
        </OnDemand>
      )}
    </>
  )
}
