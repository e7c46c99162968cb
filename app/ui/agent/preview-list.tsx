import { ArrowRight, Pencil, Plus, Trash2 } from "lucide-react"
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from "react"
import type { Preview } from "~/client/agent/conversation-types"
import type { ChangeKind } from "~/client/agent/ghosts"
import type { Change } from "~/contract/change-set"
import { problemText } from "~/contract/shared/language/problem-text"
import { leftOf, restsOn } from "~/rules/agent/ticked"
import { shortDay } from "~/rules/dates"
import { refsOf, rowOf } from "~/ui/agent/change-row"
import { agent } from "~/ui/agent/texts"
import { useConversation } from "~/ui/agent/use-conversation"
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

/** The changes of a preview; each can be left out while it is open. */
export const PreviewList = memo(function PreviewList({ preview, open }: { preview: Preview; open: boolean }) {
  const conversation = useConversation()
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The pressed button goes, so the focus moves to the first of the rows that come.
  useEffect(() => {
    if (all) list.current?.querySelector<HTMLElement>(`[data-row="${shownAtFirst}"] input`)?.focus()
  }, [all])
  const { changes, unticked } = preview
  const left = useMemo(() => new Set(leftOf(changes, unticked)), [changes, unticked])
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
      className="preview-list"
      aria-live="off"
      aria-label={open ? agent.preview : undefined}
      onKeyDown={onKeyDown}
    >
      <header className="row">
        {open && changes.length > 1 && (
          <input
            type="checkbox"
            aria-label={agent.all}
            checked={left.size === changes.length}
            ref={(box) => {
              if (box) box.indeterminate = left.size > 0 && left.size < changes.length
            }}
            onChange={({ target }) => conversation.tickAll(target.checked)}
          />
        )}
        <span className="grow">{agent.whatIllDo}</span>
        <span className="numeric muted" aria-live="polite">
          {left.size === changes.length ? agent.changes(changes.length) : agent.selected(left.size, changes.length)}
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
            open={open}
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
const depthsOf = (changes: readonly Change[]) => {
  const above = restsOn(changes)
  const depths: number[] = []
  for (const on of above) depths.push(on === undefined ? 0 : Math.min(2, (depths[on] ?? 0) + 1))
  return depths
}

type ChangeItemProps = {
  at: number
  change: Change
  refs: ReadonlyMap<string, string>
  depth: number
  ticked: boolean
  open: boolean
}

const ChangeItem = memo(function ChangeItem({ at, change, refs, depth, ticked, open }: ChangeItemProps) {
  const { store } = useBoard().session
  const conversation = useConversation()
  // The preview stays as it was shown when the card changes afterwards.
  const [{ kind, title, detail, date, deletes }] = useState(() => rowOf(store, change, refs))
  const warning = change.warning && problemText(change.warning)
  const label = agent.row(agent.kinds[kind], title, detail)
  return (
    <li
      data-row={at}
      data-depth={depth}
      className={ticked ? undefined : "unticked"}
      onPointerEnter={() => light(at, true)}
      onPointerLeave={() => light(at, false)}
      onFocus={() => light(at, true)}
      onBlur={() => light(at, false)}
    >
      <label>
        <input
          type="checkbox"
          aria-label={warning ? `${label} (${warning})` : label}
          checked={ticked}
          disabled={!open}
          onChange={({ target }) => conversation.tick(at, target.checked)}
        />
        <KindIcon kind={kind} />
        <span className="preview-title clamped" dir="auto">
          {title}
        </span>
        {date && <span className="preview-date">{shortDay(date)}</span>}
        {(detail !== "" || deletes) && (
          <small dir="auto">
            {deletes && <b>{detail === "" ? deletes : `${deletes}. `}</b>}
            {detail}
          </small>
        )}
        {warning && <small className="preview-warning">{warning}</small>}
      </label>
    </li>
  )
})
