import "./wheel-widget.css"
import clsx from "clsx"
import { Settings2, X } from "lucide-react"
import { useEffect, useMemo, useRef, useState } from "react"
import type { Wheel } from "~/contract/meeting"
import { fittedLabel, segmentColor, spinTimes, spunOf, winningAngle } from "~/rules/meeting"
import { celebrate } from "~/ui/meeting/celebrate"
import type { WidgetOf } from "~/ui/meeting/countdown-widget"
import { meeting } from "~/ui/meeting/texts"
import { ShareButton, useShare, Widget } from "~/ui/meeting/widget"
import { Avatar } from "~/ui/parts/avatar"
import { Button, IconButton } from "~/ui/parts/button"
import { say } from "~/ui/parts/toast/toast"
import { useBoard, useMembers, useView } from "~/ui/plan/board-context"
import { lessMotion } from "~/ui/theme/theme"

const turns = 5

/** The wheel: idle, spinning, result. Import it lazily. */
export const WheelWidget = ({ shared, now, send, onEnd, onClose }: WidgetOf<Wheel>) => {
  const { user, can } = useBoard()
  const members = useMembers()
  const chosen = useView(({ wheelPeople }) => wheelPeople)
  const [own, setOwn] = useState<Wheel | null>(null)
  const [configures, setConfigures] = useState(false)
  const [share, setShare] = useShare()
  const current = shared ?? own
  const people = useMemo(
    () =>
      current?.people ??
      members.filter(({ id }) => !chosen || chosen.includes(id)).map(({ id, userName }) => ({ id, userName })),
    [current, members, chosen],
  )
  const spinning = useSpinning(current, now)

  const spin = () => {
    const list = people
    if (list.length === 0) return
    const [drawn = 0, place = 0] = crypto.getRandomValues(new Uint32Array(2))
    const winner = drawn % list.length
    const angle = winningAngle(winner, list.length, { turns, within: 0.1 + (0.8 * place) / 2 ** 32 })
    if (shared || (share && can("runMeeting"))) {
      setOwn(null)
      return void send({ wheel: { memberIds: list.map(({ id }) => id), winner, angle } })
    }
    const startedAt = new Date(now()).toISOString()
    setOwn({ people: list, winner, angle, startedAt, startedById: user.id })
  }
  const rest = () => {
    setOwn(null)
    if (shared) onEnd()
  }
  const close = () => {
    rest()
    onClose()
  }
  const configure = () => {
    rest()
    setConfigures(true)
  }

  const result = current !== null && !spinning ? current.people[current.winner] : undefined
  const mayTurn = !shared || can("runMeeting")
  if (configures && !current) return <Configure onDone={() => setConfigures(false)} />
  return (
    <Widget name="wheel" label={meeting.wheel} className="wheel" onLeave={spinning ? undefined : close}>
      <Disc people={people} current={current} now={now} faded={result !== undefined} />
      {!result && (
        <>
          <svg className="wheel-pointer" viewBox="0 0 26 34" aria-hidden="true">
            <path d="M2 2h22v18L13 32 2 20Z" />
          </svg>
          <button
            type="button"
            className="wheel-hub centered"
            disabled={spinning || people.length === 0 || !mayTurn}
            onClick={spin}
          >
            {meeting.spin}
          </button>
          {!spinning && (
            <>
              <IconButton className="wheel-corner left" label={meeting.configure} onClick={configure}>
                <Settings2 className="icon" aria-hidden="true" />
              </IconButton>
              <IconButton className="wheel-corner right" label={meeting.close} onClick={close}>
                <X className="icon" aria-hidden="true" />
              </IconButton>
              {can("runMeeting") && (
                <div className="wheel-corner lower">
                  <ShareButton on={share} onChange={setShare} />
                </div>
              )}
            </>
          )}
        </>
      )}
      {result && current && (
        <div className="wheel-result dialog">
          <p
            className="winner"
            dir="auto"
            style={{ color: `var(--wheel-${segmentColor(current.winner, current.people.length)})` }}
          >
            {result.userName}
          </p>
          <div className="row">
            {mayTurn && (
              <>
                <Button variant="primary" onClick={spin}>
                  {meeting.spinAgain}
                </Button>
                <Button onClick={configure}>{meeting.configure}</Button>
              </>
            )}
            <Button onClick={close}>{meeting.close}</Button>
          </div>
        </div>
      )}
    </Widget>
  )
}

/**
 * True until the wheel stops; then announces the winner, with confetti if the page showed the spin. With reduced motion it
 * does not turn, so there is nothing to wait for.
 */
const useSpinning = (wheel: Wheel | null, now: () => number) => {
  const [, tick] = useState(0)
  const announced = useRef<string>(undefined)
  const { up, down } = spinTimes(wheel?.people.length ?? 0)
  const stopsAt = wheel ? Date.parse(wheel.startedAt) + up + down : 0
  const turning = stopsAt > now()
  const spinning = turning && !lessMotion()
  const fresh = useRef<string>(undefined)
  if (wheel && turning) fresh.current = wheel.startedAt
  useEffect(() => {
    if (!wheel) return
    if (spinning) {
      const timer = setTimeout(() => tick((each) => each + 1), stopsAt - now() + 4)
      return () => clearTimeout(timer)
    }
    if (fresh.current !== wheel.startedAt || announced.current === wheel.startedAt) return
    announced.current = wheel.startedAt
    say(meeting.won(wheel.people[wheel.winner]?.userName ?? ""))
    void celebrate()
  })
  return spinning
}

type DiscProps = { people: Wheel["people"]; current: Wheel | null; now(): number; faded: boolean }

const radius = 190
/** Labels are between the rim and the hub. */
const rim = 174
const hub = 50
const gap = 8

const Disc = ({ people, current, now, faded }: DiscProps) => {
  const disc = useRef<SVGGElement>(null)
  const count = people.length
  useEffect(() => {
    let frame = 0
    const still = lessMotion()
    const turn = () => {
      const spun = current ? spunOf(now() - Date.parse(current.startedAt), current.people.length) : 0
      const angle = current ? current.angle * (still ? 1 : spun) : 0
      disc.current?.setAttribute("transform", `rotate(${angle} ${radius} ${radius})`)
      if (current && spun < 1 && !still) frame = requestAnimationFrame(turn)
    }
    turn()
    return () => cancelAnimationFrame(frame)
  }, [current, now])
  const segment = 360 / count
  const size = Math.min(12.5, (2 * Math.PI * 120 * 0.8) / count)
  const labels = useMemo(() => {
    const context = document.createElement("canvas").getContext("2d")
    // About the size of a label: the font's letters are narrower the larger they are.
    if (context) context.font = `600 11px ${getComputedStyle(document.body).fontFamily}`
    const widthOf = (text: string) => (context?.measureText(text).width ?? 7 * text.length) / 11
    return people.map(({ userName }) => fittedLabel(userName, { size, room: rim - hub - gap, widthOf }))
  }, [people, size])
  return (
    <svg
      className={clsx("wheel-disc", faded && "faded")}
      viewBox="0 0 380 380"
      role="img"
      aria-label={meeting.wheelOf(count)}
    >
      <circle cx={radius} cy={radius} r={radius} className="face" />
      <g ref={disc} fontSize={size} fontWeight="600">
        {people.map(({ id }, index) => (
          <g key={id}>
            <path d={segmentPath(index * segment, segment)} fill={`var(--wheel-${segmentColor(index, count)})`} />
            <text
              x={rim}
              y={(labels[index]?.size ?? size) * 0.36}
              fontSize={labels[index]?.size}
              textAnchor="end"
              transform={`translate(${radius} ${radius}) rotate(${(index + 0.5) * segment - 90})`}
            >
              {labels[index]?.text}
            </text>
          </g>
        ))}
      </g>
    </svg>
  )
}

/** Degrees clockwise from the top. */
const segmentPath = (from: number, segment: number) => {
  if (segment >= 360) return `M0 ${radius} a${radius} ${radius} 0 1 1 380 0 a${radius} ${radius} 0 1 1 -380 0 Z`
  const point = (angle: number) => {
    const turned = ((angle - 90) * Math.PI) / 180
    return `${(radius + radius * Math.cos(turned)).toFixed(2)} ${(radius + radius * Math.sin(turned)).toFixed(2)}`
  }
  const large = segment > 180 ? 1 : 0
  return `M${radius} ${radius} L${point(from)} A${radius} ${radius} 0 ${large} 1 ${point(from + segment)} Z`
}

/** Selects the members on the wheel. */
const Configure = ({ onDone }: { onDone(): void }) => {
  const { view } = useBoard()
  const members = useMembers()
  const chosen = useView(({ wheelPeople }) => wheelPeople)
  const selected = members.filter(({ id }) => !chosen || chosen.includes(id))
  const toggle = (id: number, on: boolean) => {
    const others = selected.map((member) => member.id).filter((each) => each !== id)
    view.set({ wheelPeople: on ? [...others, id] : others })
  }
  return (
    <Widget name="wheel" label={meeting.configure} className="wheel-people dialog" onLeave={onDone}>
      <h2>{meeting.configure}</h2>
      <div className="grow list">
        {members.map((member) => {
          const at = selected.findIndex(({ id }) => id === member.id)
          return (
            <label key={member.id} className={clsx("list-row", at < 0 && "muted")}>
              <input type="checkbox" checked={at >= 0} onChange={({ target }) => toggle(member.id, target.checked)} />
              <Avatar person={member} />
              <span className="truncate grow">{member.userName}</span>
              {at >= 0 && (
                <span className="swatch" style={{ background: `var(--wheel-${segmentColor(at, selected.length)})` }} />
              )}
            </label>
          )
        })}
      </div>
      <footer className="row">
        <span className="muted grow">{meeting.selected(selected.length)}</span>
        <Button variant="primary" onClick={onDone}>
          {meeting.done}
        </Button>
      </footer>
    </Widget>
  )
}
