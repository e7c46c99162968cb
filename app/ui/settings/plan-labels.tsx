import { useMemo, useRef, useState } from "react"
import type { BoardReader } from "~/client/board/board-types"
import { type Label, mostLabels } from "~/contract/label"
import { unusedColors } from "~/rules/goal-palette"
import { labelCalled } from "~/rules/label"
import { moveLabel } from "~/rules/ordering"
import { PickColor } from "~/ui/dialog/pick-color"
import { Button } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"
import { say, showToast } from "~/ui/parts/toast/toast"
import { useBoard, useChanged } from "~/ui/plan/board-context"
import { cardsOf } from "~/ui/plan/every-card"
import { Ask } from "~/ui/settings/ask"
import { LabelRow } from "~/ui/settings/label-row"
import { planLabels as texts } from "~/ui/settings/texts"
import "./plan-labels.css"

/** The plan's labels: new ones, their names, colours and order, and how many cards have each. */
export const PlanLabels = () => {
  const { session, change } = useBoard()
  const { store } = session
  const changed = useChanged()
  const [name, setName] = useState("")
  const [color, setColor] = useState<string>()
  // By the label's key, which stays when the server gives it its id.
  const [asking, setAsking] = useState<number>()
  const [lifted, setLifted] = useState<{ key: number; index: number }>()
  // A pointer may be released before the place that it reached last is drawn.
  const reached = useRef(lifted)
  const lift = (place: typeof lifted) => {
    reached.current = place
    setLifted(place)
  }
  const list = useRef<HTMLUListElement>(null)
  const keyOf = ({ id }: Label) => store.keyOf("label", id)
  const labels = store.list("labels").flatMap((id) => store.label(id) ?? [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cards are those of this version
  const counts = useMemo(() => countsOf(store), [store, changed])
  const next = color ?? (unusedColors(labels.map((label) => label.color))[0] as string)
  const taken = labelCalled(labels, name)
  const isFull = labels.length >= mostLabels

  const add = () => {
    if (name.trim() === "" || taken || isFull) return
    change("label.create", { name: name.trim(), color: next })
    setName("")
    setColor(undefined)
  }
  const remove = (label: Label, into?: Label) => {
    setAsking(undefined)
    if (!change("label.remove", { id: label.id, ...(into ? { into: into.id } : {}) })) return
    const text = into ? texts.merged(label.name, into.name) : texts.deleted(label.name)
    showToast({ kind: "info", text, key: "label", action: { label: common.undo, run: () => session.history.undo() } })
  }
  const move = (label: Label, index: number) => {
    for (const { name, input } of moveLabel({ planId: store.planId, labels, label, index })) change(name, input)
    say(texts.moved(label.name, index + 1, labels.length))
  }
  const own = lifted && labels.find((label) => keyOf(label) === lifted.key)
  const shown = lifted && own ? inPlace(labels, own, lifted.index) : labels
  /** The place that the pointer is over. */
  const indexAt = (y: number) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(".label-row") ?? [])]
    const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom)
    return at < 0 ? rows.length - 1 : at
  }

  return (
    <>
      <p className="hint settings-hint">{texts.hint}</p>
      <form
        className="row label-new"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <PickColor color={next} label={texts.colorOf(texts.newLabel)} onPick={setColor} />
        <input
          className="input"
          aria-label={texts.newLabel}
          placeholder={texts.newLabel}
          maxLength={200}
          dir="auto"
          value={name}
          aria-invalid={taken !== undefined || undefined}
          aria-describedby={taken || isFull ? "label-new-fault" : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" aria-disabled={name.trim() === "" || taken !== undefined || isFull}>
          {texts.add}
        </Button>
      </form>
      {(taken || isFull) && (
        <p className={taken ? "field-error" : "hint"} id="label-new-fault" role="status">
          {taken ? texts.taken(taken.name) : texts.full(mostLabels)}
        </p>
      )}
      {labels.length > 0 && (
        <h3 className="setting-heading">
          {texts.section} <span className="numeric">{labels.length}</span>
        </h3>
      )}
      <ul className="setting-rows" ref={list}>
        {shown.map((label, index) => (
          <li key={keyOf(label)}>
            <LabelRow
              label={label}
              count={counts.get(label.id) ?? 0}
              lifted={lifted?.key === keyOf(label)}
              others={labels}
              onRename={(name) => change("label.update", { id: label.id, name })}
              onColor={(color) => change("label.update", { id: label.id, color })}
              onMerge={(into) => remove(label, into)}
              onDelete={() => ((counts.get(label.id) ?? 0) > 0 ? setAsking(keyOf(label)) : remove(label))}
              onLift={(y) => lift({ key: keyOf(label), index: y === null ? index : indexAt(y) })}
              onStep={(by) => {
                const to = Math.max(0, Math.min(labels.length - 1, index + by))
                lift({ key: keyOf(label), index: to })
                say(texts.moved(label.name, to + 1, labels.length))
              }}
              onDrop={(keeps) => {
                if (reached.current && keeps) move(label, reached.current.index)
                lift(undefined)
              }}
            />
            {asking === keyOf(label) && (
              <Ask
                title={texts.question(label.name)}
                text={texts.removedFrom(counts.get(label.id) ?? 0)}
                onCancel={() => setAsking(undefined)}
              >
                <Button variant="danger" onClick={() => remove(label)}>
                  {common.delete}
                </Button>
              </Ask>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** By the label's id: how many cards have it. */
const countsOf = (store: BoardReader): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const { entity, id } of cardsOf(store)) {
    const row = entity === "task" ? store.task(id) : entity === "item" ? store.item(id) : undefined
    for (const label of row?.labelIds ?? []) counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return counts
}

const inPlace = (labels: readonly Label[], own: Label, index: number): readonly Label[] => {
  const others = labels.filter((label) => label !== own)
  return [...others.slice(0, index), own, ...others.slice(index)]
}
