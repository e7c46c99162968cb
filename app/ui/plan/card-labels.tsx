import { type ReactNode, useLayoutEffect, useRef, useState } from "react"
import { useBoard, useRow } from "~/ui/plan/board-context"
import { fitting } from "~/ui/plan/fitting"
import { goalTint } from "~/ui/plan/goal-tint"
import { labels as texts } from "~/ui/plan/texts"
import type { CardRef } from "~/ui/plan/view-state"
import "./card-labels.css"

/** The disc in a label's colour. */
export const LabelDot = ({ color }: { color: string }) => <span className="label-dot rigid" {...goalTint(color)} />

/** A label by its id; nothing once it is gone. `children`: a button behind its name. */
export const LabelChip = ({ id, children }: { id: number; children?: ReactNode }) => {
  const label = useRow("label", id)
  return label ? (
    <span className="label-chip row slim anchor">
      <LabelDot color={label.color} />
      <span className="truncate" dir="auto">
        {label.name}
      </span>
      {children}
    </span>
  ) : null
}

type CardLabelsProps = {
  card: CardRef
  ids: readonly number[]
  /** They open the picker. */
  picks: boolean
}

/** What a chip would take without its end cut off, in whole px: rounded down, the chips of a line would seem to fit and wrap. */
const wholeWidth = (chip: HTMLElement, most: number) => {
  const { width } = chip.getBoundingClientRect()
  const name = chip.querySelector<HTMLElement>(".truncate")
  const cutOff = name ? name.scrollWidth - name.offsetWidth : 0
  return Math.min(most, Math.ceil(width + cutOff))
}

/** The labels of a card in two lines at most, then the number of the others. */
export const CardLabels = ({ card, ids, picks }: CardLabelsProps) => {
  const { session, view } = useBoard()
  const { store } = session
  const box = useRef<HTMLDivElement>(null)
  const [fits, setFits] = useState(ids.length)
  const names = ids.flatMap((id) => store.label(id)?.name ?? [])
  const said = names.join("\n")
  // biome-ignore lint/correctness/useExhaustiveDependencies: other names have other widths
  useLayoutEffect(() => {
    const { current } = box
    if (!current || names.length < 3) return setFits(names.length)
    // Called once the page has its layout, so that nothing is measured twice.
    const observer = new ResizeObserver(() => {
      const chips = [...current.querySelectorAll<HTMLElement>(".label-chip:not([data-more])")]
      const width = Math.floor(current.getBoundingClientRect().width)
      setFits(
        fitting(
          chips.map((chip) => wholeWidth(chip, width)),
          width,
        ),
      )
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [said])
  const chip = (id: number) => <LabelChip key={store.keyOf("label", id)} id={id} />
  const more = names.slice(fits)
  const chips = (
    <>
      {ids.slice(0, fits).map(chip)}
      {more.length > 0 && (
        <span className="label-chip row slim anchor numeric" data-more="" data-tip={more.join(", ")} aria-hidden="true">
          +{more.length}
        </span>
      )}
      {ids.slice(fits).map(chip)}
    </>
  )
  return (
    <div ref={box} className="card-labels anchor">
      {picks ? (
        <button
          type="button"
          className="label-chips wraps slim"
          aria-label={texts.of(names.join(", "))}
          aria-haspopup="dialog"
          data-no-drag=""
          data-picks={`labels:${card.entity}:${card.id}`}
          onClick={() => view.set({ picker: { what: "labels", card } })}
        >
          {chips}
        </button>
      ) : (
        <div className="label-chips wraps slim">
          <span className="visually-hidden">{texts.of("")}</span>
          {chips}
        </div>
      )}
    </div>
  )
}
