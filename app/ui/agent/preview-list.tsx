import { ArrowRight, Check, Pencil, Plus, Trash2 } from "lucide-react"
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from "react"
import type { ChangeKind } from "~/client/agent/ghosts"
import type { Change } from "~/contract/change-set"
import type { ReviewedChange } from "~/contract/proposal"
import { problemText } from "~/contract/shared/language/problem-text"
import { leftOf, restsOn } from "~/rules/agent/ticked"
import { shortDay } from "~/rules/dates"
import { factsOf, refsOf, rowOf } from "~/ui/agent/change-row"
import { agent } from "~/ui/agent/texts"
import { Button } from "~/ui/parts/button"
import { useBoard } from "~/ui/plan/board-context"
import "./preview-list.css"

const icons = { new: Plus, change: Pencil, move: ArrowRight, delete: Trash2 }
const tones = { new: "good", change: "warn", move: "accent", delete: "bad" }

export const KindIcon = ({ kind }: { kind: ChangeKind }) => {
  const Icon = icons[kind]
  return (
    <span className="agent-kind centered rigid" data-tone={tones[kind]} aria-hidden="true">
      <Icon className="icon tiny" />
    </span>
  )
}

/** Rows shown before the rest is asked for. */
const shownAtFirst = 40

/** Lights the cards of a change on the board, which the row's hover and focus are about. */
const light = (at: number, on: boolean) => {
  for (const element of document.querySelectorAll(`[data-ghost="${at}"]`)) element.toggleAttribute("data-lit", on)
}

export type PreviewListProps = {
  heading: string
  changes: readonly ReviewedChange[]
  /** Positions that are left out. */
  out: ReadonlySet<number>
  /** `boxes` are ticked while it is open, `marks` tell what was applied. */
  ticks: "boxes" | "marks" | "none"
  /** Whether boxes can be changed. */
  open: boolean
  /** Rows of what changes show each field as it was and as it will be. */
  facts?: boolean
  onTick?(at: number, on: boolean): void
  onTickAll?(on: boolean): void
}

/** The changes of a preview or proposal; each can be left out while it is open. */
export const PreviewList = memo(function PreviewList({
  heading,
  changes,
  out,
  ticks,
  open,
  facts = false,
  onTick,
  onTickAll,
}: PreviewListProps) {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The pressed button goes, so the focus moves to the first of the rows that come.
  useEffect(() => {
    if (all) list.current?.querySelector<HTMLElement>(`[data-row="${shownAtFirst}"] input`)?.focus()
  }, [all])
  const left = useMemo(() => new Set(leftOf(changes, out)), [changes, out])
  const fresh = changes.filter(({ stale }) => stale === undefined).length
  const refs = useMemo(() => refsOf(changes), [changes])
  const depths = useMemo(() => depthsOf(changes), [changes])
  const shown = all ? changes : changes.slice(0, shownAtFirst)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    const row = target.closest<HTMLElement>("[data-row]")
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && row) {
      event.preventDefault()
      const card = document.querySelector<HTMLElement>(`[data-ghost="${row.dataset.row}"]`)
      card?.scrollIntoView({ block: "center", inline: "center" })
    }
    if (step === 0) return
    event.preventDefault()
    const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>("input")]
    boxes[boxes.indexOf(target) + step]?.focus()
  }
  return (
    // Announcing every row would drown the question: the list is there to be walked.
    // A landmark while it waits.
    <section
      className="preview-list breaks"
      data-ticks={ticks}
      aria-live="off"
      aria-label={open ? agent.preview : undefined}
      onKeyDown={onKeyDown}
    >
      <header className="row">
        {ticks === "boxes" && open && changes.length > 1 && fresh > 0 && (
          <input
            type="checkbox"
            aria-label={agent.all}
            checked={left.size === fresh}
            ref={(box) => {
              if (box) box.indeterminate = left.size > 0 && left.size < fresh
            }}
            onChange={({ target }) => onTickAll?.(target.checked)}
          />
        )}
        <span className="grow">{heading}</span>
        <span className="numeric muted" aria-live="polite">
          {ticks === "none" || left.size === changes.length
            ? agent.changes(changes.length)
            : (ticks === "marks" ? agent.applied : agent.selected)(left.size, changes.length)}
        </span>
      </header>
      <ul ref={list} className="divided">
        {shown.map((change, at) => (
          <ChangeItem
            // biome-ignore lint/suspicious/noArrayIndexKey: a change is known by its position
            key={at}
            at={at}
            change={change}
            refs={refs}
            depth={depths[at] ?? 0}
            ticked={left.has(at)}
            ticks={ticks}
            open={open}
            facts={facts}
            onTick={onTick}
          />
        ))}
      </ul>
      {shown.length < changes.length && (
        <Button variant="ghost" size="small" onClick={() => setAll(true)}>
          {agent.showAll(changes.length - shown.length)}
        </Button>
      )}
    </section>
  )
})

/** The number of changes above a change that it depends on. */
const depthsOf = (changes: readonly Pick<Change, "ref" | "fields">[]) => {
  const above = restsOn(changes)
  const depths: number[] = []
  for (const on of above) depths.push(on === undefined ? 0 : Math.min(2, (depths[on] ?? 0) + 1))
  return depths
}

type ChangeItemProps = {
  at: number
  change: ReviewedChange
  refs: ReadonlyMap<string, string>
  depth: number
  ticked: boolean
} & Pick<PreviewListProps, "ticks" | "open" | "onTick"> & { facts: boolean }

const ChangeItem = memo(function ChangeItem({ at, change, refs, depth, ticked, ...props }: ChangeItemProps) {
  const { ticks, open, facts, onTick } = props
  const { store } = useBoard().session
  // The preview stays as it was shown when the card changes afterwards.
  const [{ kind, title, detail, date, deletes }] = useState(() => rowOf(store, change, refs))
  const [fields] = useState(() => (facts && change.op === "update" ? factsOf(store, change, refs) : []))
  const { stale } = change
  const warning = change.warning && problemText(change.warning)
  const label = agent.row(agent.kinds[kind], title, detail)
  const why = stale === undefined ? warning : agent.stale(stale)
  const Line = ticks === "boxes" ? "label" : "div"
  return (
    <li
      data-row={at}
      data-depth={depth}
      data-stale={stale === undefined ? undefined : ""}
      className={ticked || ticks === "none" ? undefined : "unticked"}
      onPointerEnter={() => light(at, true)}
      onPointerLeave={() => light(at, false)}
      onFocus={() => light(at, true)}
      onBlur={() => light(at, false)}
    >
      <Line className="preview-change grid">
        {ticks === "boxes" ? (
          <input
            type="checkbox"
            aria-label={why ? `${label} (${why})` : label}
            checked={ticked}
            disabled={!open}
            aria-disabled={stale === undefined ? undefined : true}
            onChange={({ target }) => stale === undefined && onTick?.(at, target.checked)}
          />
        ) : (
          ticks === "marks" && (
            <span className="preview-done">
              {ticked && <Check className="icon" role="img" aria-label={agent.isApplied} />}
            </span>
          )
        )}
        <KindIcon kind={kind} />
        {ticks !== "boxes" && <span className="visually-hidden">{agent.kinds[kind]}</span>}
        <span className="preview-title clamped" dir="auto">
          {title}
        </span>
        {date && fields.length === 0 && <span className="preview-date numeric secondary fine">{shortDay(date)}</span>}
        {fields.map(({ name, before, after }) => (
          <small key={name} className="breaks">
            <bdi>{name}</bdi> {before !== "" && <del dir="auto">{before}</del>}{" "}
            {after !== "" && <ins dir="auto">{after}</ins>}
          </small>
        ))}
        {fields.length === 0 && (detail !== "" || deletes) && (
          <small dir="auto">
            {deletes && <b className="wrong">{detail === "" ? deletes : `${deletes}. `}</b>}
            {detail}
          </small>
        )}
        {why && (
          <small className="preview-warning breaks" dir="auto">
            {why}
          </small>
        )}
      </Line>
    </li>
  )
})
