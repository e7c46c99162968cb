import "./countdown-widget.css"
import { Minus, Pause, Play, Plus, RotateCcw, X } from "lucide-react"
import { type ChangeEvent, type KeyboardEvent, useEffect, useState } from "react"
import type { SharedMeeting } from "~/client/meeting"
import { type Countdown, type CountdownAction, countdownLimits } from "~/contract/meeting"
import { clockText, countdownAfter, digitsIn, leftOf, toneOf } from "~/rules/meeting"
import { meeting } from "~/ui/meeting/texts"
import { ShareButton, useShare, Widget } from "~/ui/meeting/widget"
import { Button, IconButton } from "~/ui/parts/button"
import { sidewaysKeys } from "~/ui/parts/direction"
import { useBoard } from "~/ui/plan/board-context"

export type WidgetOf<State> = {
  /** The shared countdown, if there is one. */
  shared: State | null
  now(): number
  send: SharedMeeting["update"]
  /** Ends the shared countdown, or hides it on this screen. */
  onEnd(): void
  onClose(): void
}

const { least, most, usual } = countdownLimits
const around = 2 * Math.PI * 72

type CountdownWidgetProps = WidgetOf<Countdown> & {
  /** The one that only this person sees. */
  own: Countdown | null
  onOwn(own: Countdown | null): void
}

/** The countdown: select, running, finished. A running one goes on while it is hidden. Import it lazily. */
export const CountdownWidget = ({ shared, own, onOwn, now, send, onEnd, onClose }: CountdownWidgetProps) => {
  const { user, can } = useBoard()
  const [minutes, setMinutes] = useState<number>(usual)
  const [share, setShare] = useShare()
  const current = shared ?? own
  const left = useLeft(current, now)

  const act = (action: CountdownAction) => {
    if (shared || (action.do === "start" && share && can("runMeeting"))) {
      onOwn(null)
      return void send({ countdown: action })
    }
    onOwn(countdownAfter(own, action, { now: now(), person: user.id }))
  }
  const toSelect = () => {
    if (current) setMinutes(current.minutes)
    if (shared) onEnd()
    else onOwn(null)
  }
  const state = current === null ? "select" : left > 0 ? "running" : "finished"
  const close = () => {
    if (state === "finished") toSelect()
    onClose()
  }
  const whole = (current?.minutes ?? minutes) * 60_000
  const tone = state === "select" ? "start" : toneOf(left)
  const ring = state === "running" ? Math.min(1, left / whole) : 1
  return (
    <Widget
      name="countdown"
      label={meeting.countdown}
      className="countdown"
      onLeave={state === "running" ? undefined : close}
      onDoubleClick={({ target }) => {
        if (state !== "select" && !(target as Element).closest("button")) toSelect()
      }}
    >
      <svg viewBox="0 0 160 160" aria-hidden="true" style={{ color: `var(--count-${tone})` }}>
        <circle cx="80" cy="80" r="79" className="countdown-face" />
        <circle cx="80" cy="80" r="72" className="track" />
        <circle
          cx="80"
          cy="80"
          r="72"
          className="countdown-arc"
          strokeDasharray={`${around * ring} ${around}`}
          transform="rotate(-90 80 80)"
        />
      </svg>
      {state !== "finished" && (
        <IconButton className="countdown-close" label={meeting.close} onClick={close}>
          <X className="icon small" aria-hidden="true" />
        </IconButton>
      )}
      <div className="countdown-content flow">
        {state === "select" && (
          <>
            <Minutes minutes={minutes} onChange={setMinutes} onStart={() => act({ do: "start", minutes })} />
            <div className="row countdown-buttons">
              <Button variant="primary" size="small" onClick={() => act({ do: "start", minutes })}>
                {meeting.start}
              </Button>
              {can("runMeeting") && <ShareButton on={share} onChange={setShare} />}
            </div>
          </>
        )}
        {state === "running" && current && (
          <>
            <span className="countdown-time numeric" role="timer" aria-label={meeting.left(clockText(left))}>
              {clockText(left)}
            </span>
            <div className="row countdown-buttons">
              {(!shared || can("runMeeting")) && (
                <IconButton
                  label={current.left === null ? meeting.pause : meeting.resume}
                  onClick={() => act({ do: current.left === null ? "pause" : "resume" })}
                >
                  {current.left === null ? (
                    <Pause className="icon" aria-hidden="true" />
                  ) : (
                    <Play className="icon" aria-hidden="true" />
                  )}
                </IconButton>
              )}
              {current.left !== null && (!shared || shared.startedById === user.id) && (
                <IconButton label={meeting.change} onClick={toSelect}>
                  <RotateCcw className="icon" aria-hidden="true" />
                </IconButton>
              )}
            </div>
          </>
        )}
        {state === "finished" && current && (
          <div className="countdown-choices grid">
            {(!shared || can("runMeeting")) && (
              <>
                <Button variant="primary" size="small" onClick={() => act({ do: "start", minutes: current.minutes })}>
                  {meeting.rerun}
                </Button>
                <Button size="small" onClick={toSelect}>
                  {meeting.change}
                </Button>
              </>
            )}
            <Button variant="ghost" size="small" onClick={close}>
              {meeting.close}
            </Button>
          </div>
        )}
      </div>
    </Widget>
  )
}

type MinutesProps = { minutes: number; onChange(minutes: number): void; onStart(): void }

const Minutes = ({ minutes, onChange, onStart }: MinutesProps) => {
  const [typed, setTyped] = useState<string>()
  const set = (to: number) => {
    setTyped(undefined)
    onChange(Math.min(most, Math.max(least, to)))
  }
  const by = (step: number) => set(minutes + step)
  const { onward, back } = sidewaysKeys()
  const steps: Record<string, number> = {
    ArrowUp: 1,
    [onward]: 1,
    ArrowDown: -1,
    [back]: -1,
    PageUp: 10,
    PageDown: -10,
    Home: -most,
    End: most,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") onStart()
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    by(step)
  }
  const onType = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const digits = digitsIn(target.value).slice(0, 3)
    setTyped(digits)
    if (digits !== "") onChange(Math.min(most, Math.max(least, Number(digits))))
  }
  return (
    <div className="row minutes">
      <IconButton label={meeting.minus} disabled={minutes <= least} onClick={() => by(-1)}>
        <Minus className="icon" aria-hidden="true" />
      </IconButton>
      <input
        className="countdown-time numeric bare"
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        aria-label={meeting.minutes}
        aria-valuenow={minutes}
        aria-valuemin={least}
        aria-valuemax={most}
        value={typed ?? minutes}
        onFocus={({ target }) => target.select()}
        onBlur={() => setTyped(undefined)}
        onChange={onType}
        onKeyDown={onKeyDown}
      />
      <IconButton label={meeting.plus} disabled={minutes >= most} onClick={() => by(1)}>
        <Plus className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** Milliseconds left, updated at each second. */
const useLeft = (countdown: Countdown | null, now: () => number) => {
  const [, tick] = useState(0)
  const left = countdown ? leftOf(countdown, now()) : 0
  useEffect(() => {
    if (!countdown || countdown.left !== null) return
    const wait = leftOf(countdown, now())
    if (wait <= 0) return
    // Slightly into the next second: a timer that fires early would show the previous one again.
    const timer = setTimeout(() => tick((each) => each + 1), (wait % 1_000 || 1_000) + 4)
    return () => clearTimeout(timer)
  })
  return left
}
