import { type DraggableChildrenFn, Droppable } from "@hello-pangea/dnd"
import { defaultRangeExtractor, elementScroll, measureElement, useVirtualizer } from "@tanstack/react-virtual"
import clsx from "clsx"
import { type ComponentType, type CSSProperties, memo, type ReactNode, useLayoutEffect, useRef, useState } from "react"
import type { Entity } from "~/contract/fields/field"
import { liftedCard } from "~/ui/board/drag/lift"
import { useSettled } from "~/ui/board/drag/settled"
import { useScroller } from "~/ui/board/pane/scroller"
import { useBoard, useView } from "~/ui/plan/board-context"
import "./drag.css"

export type CardProps = { id: number; index: number }

type DragListProps = {
  dropId: string
  type: Entity
  ids: readonly number[]
  Card: ComponentType<CardProps>
  /** Mounts only cards near the view, for long lists. Must not change after mounting. */
  virtual?: boolean
  /** A virtual list far from the view reserves its height only. */
  far?: boolean
  /** The cards' margin, px; included in estimates. */
  gap?: number
  estimate?: (id: number) => number
  dropDisabled?: boolean
  clone?: DraggableChildrenFn
  className?: string
  as?: "div" | "section"
  label?: string
  before?: ReactNode
  after?: ReactNode
}

/**
 * A list of draggable cards. It keeps its size while a card of another list hovers over it: the library measures lists only at
 * the start of a drag, so lists below would move away from the pointer.
 */
export const DragList = ({
  dropId,
  type,
  ids,
  Card,
  virtual = false,
  far = false,
  gap = 6,
  estimate,
  dropDisabled = false,
  clone,
  className,
  as: Element = "div",
  label,
  before,
  after,
}: DragListProps) => {
  const left = useView(({ left }) => left === dropId)
  return (
    <Droppable
      droppableId={dropId}
      type={type}
      mode={virtual ? "virtual" : "standard"}
      isDropDisabled={dropDisabled || left}
      renderClone={clone ?? null}
    >
      {(provided, { isDraggingOver, draggingFromThisWith }) => (
        <Element
          ref={provided.innerRef}
          {...provided.droppableProps}
          aria-label={label}
          className={clsx(
            className,
            isDraggingOver && "drop-target",
            draggingFromThisWith && "lifted-from",
            draggingFromThisWith && !isDraggingOver && "keeps-place",
          )}
          style={draggingFromThisWith || isDraggingOver ? placeStyle() : undefined}
        >
          {before}
          {virtual ? (
            <VirtualCards type={type} ids={ids} Card={Card} gap={gap} far={far} estimate={estimate} />
          ) : (
            <>
              <Cards type={type} ids={ids} Card={Card} />
              {draggingFromThisWith || !isDraggingOver ? (
                provided.placeholder
              ) : (
                <div className="no-room">{provided.placeholder}</div>
              )}
            </>
          )}
          {after}
        </Element>
      )}
    </Droppable>
  )
}

/** The room of the lifted card, and where it is: the library keeps it at the end of the list. */
const placeStyle = (): CSSProperties | undefined => {
  const card = liftedCard()
  if (!card) return undefined
  const px = { height: card.height, gap: card.room - card.height, after: card.after }
  return Object.fromEntries(Object.entries(px).map(([name, value]) => [`--place-${name}`, `${value}px`]))
}

type CardsProps = { type: Entity; ids: readonly number[]; Card: ComponentType<CardProps> }

const Cards = memo(function Cards({ type, ids, Card }: CardsProps) {
  const { store } = useBoard().session
  return ids.map((id, index) => <Card key={store.keyOf(type, id)} id={id} index={index} />)
})

type VirtualProps = CardsProps & { gap: number; far: boolean; estimate?: (id: number) => number }

const VirtualCards = memo(function VirtualCards({ type, ids, Card, gap, far, estimate = () => 64 }: VirtualProps) {
  const { store } = useBoard().session
  const scroller = useScroller()
  const sizeOf = (id: number) => scroller.sizes.get(store.keyOf(type, id)) ?? estimate(id) + gap
  if (far) {
    let height = 0
    for (const id of ids) height += sizeOf(id)
    return <div style={{ height, flex: "none" }} />
  }
  return <NearCards type={type} ids={ids} Card={Card} sizeOf={sizeOf} />
})

type NearProps = CardsProps & { sizeOf(id: number): number }

const NearCards = ({ type, ids, Card, sizeOf }: NearProps) => {
  const { store } = useBoard().session
  const scroller = useScroller()
  const settled = useSettled()
  const box = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  // A scroller that mounts together with the list is missing in the list's first layout and present in the next, before paint.
  const [attached, setAttached] = useState(scroller.element.current !== null)
  // Content above changes height without notice, so the list's offset is measured at every layout of the scroller.
  useLayoutEffect(() => {
    const measure = () => {
      const outer = scroller.element.current
      if (!box.current || !outer) return
      const top = box.current.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop
      setMargin(Math.round(top))
    }
    if (!attached) return setAttached(true)
    measure()
    return scroller.onLayout(measure)
  }, [scroller, attached])

  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.element.current,
    estimateSize: (index) => sizeOf(ids[index] ?? 0),
    getItemKey: (index) => store.keyOf(type, ids[index] ?? 0),
    scrollMargin: margin,
    overscan: settled ? 6 : 1,
    initialOffset: () => scroller.element.current?.scrollTop ?? 0,
    // Without this, each mounting list would scroll the shared scroller to its own start.
    scrollToFn: (offset, options, instance) => {
      if (options.adjustments !== undefined) elementScroll(offset, options, instance)
    },
    rangeExtractor: defaultRangeExtractor,
    measureElement: (element, entry, instance) => {
      const key = Number(element.getAttribute("data-key"))
      const size = measureElement(element, entry, instance)
      // The dragged card leaves an empty slot of its height.
      if (size <= 1) return scroller.sizes.get(key) ?? 64
      scroller.sizes.set(key, size)
      return size
    },
  })

  return (
    <div ref={box} className="virtual" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const id = ids[index]
        if (id === undefined) return null
        const style: CSSProperties = { top: start - margin }
        return (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-key={String(key)}
            className="slot"
            style={style}
          >
            <Card id={id} index={index} />
          </div>
        )
      })}
    </div>
  )
}
