import { CircleAlert, CloudOff, X } from "lucide-react"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { isUp } from "~/client/live/live"
import { checkInPlace, endCheckIns } from "~/client/memory/check-in-series"
import { serverNow } from "~/client/server-clock"
import { type Goal, goalCalls } from "~/contract/goal"
import { deepLinkPath } from "~/contract/shared/deep-link"
import { dateFormat, numberFormat } from "~/contract/shared/language/format"
import { problemText } from "~/contract/shared/language/problem-text"
import { ageText, relativeTime } from "~/rules/relative-time"
import { sinceNote } from "~/rules/since-check-in"
import { CheckInFields } from "~/ui/dialog/goal/check-in-fields"
import { checkIns } from "~/ui/dialog/goal/texts"
import { useCheckIn } from "~/ui/dialog/goal/use-check-in"
import { useCheckIns } from "~/ui/dialog/goal/use-check-ins"
import { StatusSign } from "~/ui/goal/progress"
import { goalTexts } from "~/ui/goal/texts"
import { useNames } from "~/ui/parts/avatar"
import { Button, IconButton } from "~/ui/parts/button"
import { DialogFrame } from "~/ui/parts/dialog/dialog"
import { useDialogPlace } from "~/ui/parts/dialog/use-dialog-place"
import { common } from "~/ui/parts/texts"
import { say } from "~/ui/parts/toast/toast"
import { useCall } from "~/ui/parts/use-call"
import { useBoard, useObserved, useResults, useView } from "~/ui/plan/board-context"
import { goalTint } from "~/ui/plan/goal-tint"
import { cardTexts } from "~/ui/plan/texts"
import "./check-in.css"

const day = dateFormat({ day: "numeric", month: "long" })
const whole = numberFormat()

type CheckInDialogProps = { goal: Goal; onClose(): void }

/** A check-in in the place of the goal's dialog. Ctrl+Enter sends it. */
export const CheckInDialog = ({ goal, onClose }: CheckInDialogProps) => {
  const { session, view, change, user } = useBoard()
  const { planId, store } = session
  const { placed, handle } = useDialogPlace("edit", onClose)
  const results = useResults(goal.id)
  const { loaded } = useCheckIns(goal.id)
  const last = loaded && loaded !== "failed" ? loaded.list[0] : undefined
  // The last check-in when this was opened.
  const [opened] = useState(goal.lastCheckIn)
  const { value: since } = useCall(goalCalls.sinceCheckIn, opened ? { planId, id: store.realId(goal.id) } : undefined)
  const form = useCheckIn(goal, results, since ? sinceNote(since) : "")
  const failed = useView(({ failed }) => failed.get(`goal:${goal.id}`))
  const live = useObserved(session.live)
  const named = useNames()
  const body = useRef<HTMLDivElement>(null)
  const [sending, setSending] = useState(false)
  const other =
    goal.lastCheckIn !== null && goal.lastCheckIn.createdDate !== opened?.createdDate ? goal.lastCheckIn : null
  useEffect(() => {
    const { current } = body
    const status = current?.querySelector<HTMLElement>("input:checked") ?? current?.querySelector<HTMLElement>("input")
    status?.focus()
  }, [])

  const place = checkInPlace({ planId, id: store.realId(goal.id) })
  const next = place?.next
  const goOn = () => {
    if (!next) {
      endCheckIns()
      return onClose()
    }
    if (next.planId === planId) view.set({ dialog: { entity: "goal", id: next.id, tab: "checkin", alone: true } })
    else location.assign(deepLinkPath(next.planId, { type: "goal", id: next.id, menu: "checkin" }))
  }
  const finish = () => {
    form.forget()
    goOn()
  }
  const send = async () => {
    const input = form.read()
    if (!input || sending) return
    const sent = change("checkIn.create", input)
    if (!sent) return
    // Without a connection the outbox sends it later.
    if (isUp(live)) {
      setSending(true)
      const taken = await sent.done
      setSending(false)
      if (!taken) return
    }
    say(checkIns.form.done(goal.name))
    finish()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void send()
  }
  const ago = opened && ageText(Date.parse(opened.createdDate), serverNow())
  return (
    <DialogFrame
      label={checkIns.checkIn}
      className="check-in"
      sheet
      dismissable
      addressed
      placed={placed}
      onClose={onClose}
    >
      <fieldset className="dialog-content flow grow" onKeyDown={onKeyDown} {...goalTint(goal.color)}>
        <div className="check-in-header rigid draggable" {...handle}>
          <div className="dialog-header-row row">
            <div className="goal-label strong slim row">
              <span className="truncate" dir="auto">
                {goal.name || cardTexts.untitledGoal}
              </span>
            </div>
            <span className="grow" />
            {place && (
              <span className="muted numeric fine">
                {checkIns.form.ofMany(whole(place.index + 1), whole(place.count))}
              </span>
            )}
            <IconButton label={common.close} onClick={onClose}>
              <X className="icon" aria-hidden="true" />
            </IconButton>
          </div>
          <h2>{checkIns.checkIn}</h2>
          <p className="fine muted numeric">
            {opened && ago ? checkIns.form.since(day(new Date(opened.createdDate)), ago) : checkIns.form.first}
          </p>
        </div>
        {other && (
          <p className="check-in-other row" role="status">
            <StatusSign status={other.status} />
            {checkIns.form.other(
              other.createdBy.id === user.id ? checkIns.form.you : named(other.createdBy),
              relativeTime(Date.parse(other.createdDate), serverNow()),
              goalTexts.status[other.status],
              other.confidence === null ? "" : whole(other.confidence),
            )}
          </p>
        )}
        <div className="check-in-body grow" ref={body}>
          <CheckInFields goal={goal} results={results} last={last} form={form} />
        </div>
        <footer className="check-in-footer row rigid">
          {next ? (
            <Button variant="ghost" onClick={goOn}>
              {checkIns.form.skip}
            </Button>
          ) : (
            <Button
              variant="ghost"
              onClick={() => {
                form.forget()
                onClose()
              }}
            >
              {common.cancel}
            </Button>
          )}
          <span className="grow">
            {failed ? (
              <span className="field-error row" role="alert">
                <CircleAlert className="icon small" aria-hidden="true" />
                {problemText(failed.problem.message || failed.problem.detail || common.notSaved)}
              </span>
            ) : (
              !isUp(live) && (
                <span className="check-in-offline fine row" role="status">
                  <CloudOff className="icon small" aria-hidden="true" />
                  {checkIns.form.offline}
                </span>
              )
            )}
          </span>
          <kbd>Ctrl+Enter</kbd>
          <Button variant="primary" busy={sending} onClick={() => void send()}>
            {failed ? common.tryAgain : next ? checkIns.form.next : checkIns.checkIn}
          </Button>
        </footer>
      </fieldset>
    </DialogFrame>
  )
}
