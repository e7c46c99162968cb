import { useCallback, useSyncExternalStore } from "react"
import { type Ghosts, noGhosts } from "~/client/agent/ghosts"
import { observable } from "~/client/observable"
import type { Change } from "~/contract/change-set"
import type { TaskType } from "~/contract/task"
import { shortDay } from "~/rules/dates"
import { KindIcon } from "~/ui/agent/preview-list"
import { agent } from "~/ui/agent/texts"
import { useBoard } from "~/ui/plan/board-context"
import { cardTexts } from "~/ui/plan/texts"
import type { CardRef } from "~/ui/plan/view-state"
import "./ghosts.css"

/** The cards that the open preview draws. One board is on screen at a time. */
export const ghosts = observable<Ghosts>(noGhosts)

/** The mark of a card, and below its text what it will be. */
export const GhostMarkOf = ({ card }: { card: CardRef }) => {
  const key = `${card.entity}:${card.id}`
  const read = useCallback(() => ghosts.get().marks.get(key), [key])
  const mark = useSyncExternalStore(ghosts.subscribe, read, read)
  if (!mark) return null
  const { at, kind, change, below } = mark
  return (
    <div className="ghost-mark" data-kind={kind} data-ghost={at}>
      <KindIcon kind={kind} />
      <span className="visually-hidden">{`${agent.proposed} ${change.label}`}</span>
      {kind !== "delete" && !below && <NewValues change={change} />}
    </div>
  )
}

const day = (value: unknown) => (typeof value === "string" ? shortDay(value) : undefined)

/** Old values are struck beside new ones. */
const NewValues = ({ change: { fields, before } }: { change: Change }) => {
  const { store } = useBoard().session
  const person = (id: unknown) => (typeof id === "number" ? store.member(id)?.userName : undefined)
  const values: [old: string | undefined, fresh: string | undefined][] = []
  const add = (key: string, show: (value: unknown) => string | undefined) => {
    if (key in fields) values.push([show(before?.[key]), show(fields[key])])
  }
  const text = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value.trim() : undefined)
  if (text(fields.name ?? fields.topic)) values.push([undefined, text(fields.name ?? fields.topic)])
  if (text(fields.description)) values.push([undefined, text(fields.description)])
  add("dueDate", day)
  add("ownerId", (id) => person(id) ?? cardTexts.noOwner)
  if (typeof fields.type === "number") values.push([undefined, cardTexts.columns[fields.type as TaskType]])
  if (typeof fields.goalId === "number") values.push([undefined, store.goal(fields.goalId)?.name])
  if (fields.completed === true) values.push([undefined, cardTexts.completed])
  const shown = values.filter(([old, fresh]) => old || fresh)
  if (shown.length === 0) return null
  return (
    <p className="ghost-values fine secondary wraps breaks" aria-hidden="true">
      {shown.map(([old, fresh]) => (
        <span key={`${old} ${fresh}`} dir="auto">
          {old && <del>{old}</del>} {fresh && <b>{fresh}</b>}
        </span>
      ))}
    </p>
  )
}
