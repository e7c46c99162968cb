import { type DragEvent, type ReactNode, useState } from "react"
import { isOffline } from "~/client/api"
import type { Entity } from "~/contract/field"
import { file as texts } from "~/ui/file/texts"
import { showToast } from "~/ui/parts/toast"
import { useBoard } from "~/ui/plan/board-context"
import { nameOf } from "~/ui/plan/names"
import type { CardRef } from "~/ui/plan/view-state"

type DropHandlers = { [Name in "onDragOver" | "onDragLeave" | "onDrop"]?: (event: DragEvent) => void }
type Box = Pick<DOMRect, "left" | "top" | "width" | "height">

/** Chains drop handlers. */
export const dropHandlers = (...all: DropHandlers[]): Required<DropHandlers> => {
  const every = (name: keyof DropHandlers) => (event: DragEvent) => {
    for (const handlers of all) handlers[name]?.(event)
  }
  return { onDragOver: every("onDragOver"), onDragLeave: every("onDragLeave"), onDrop: every("onDrop") }
}

/** The card under the pointer, identified by its button. */
const cardUnder = (target: EventTarget): { card: CardRef; element: Element } | undefined => {
  const element = target instanceof Element ? target.closest("article, .lane") : null
  const [entity, id] = element?.querySelector<HTMLElement>("[data-card]")?.dataset.card?.split(":") ?? []
  return element && id ? { card: { entity: entity as Entity, id: Number(id) }, element } : undefined
}

/** `display: contents` elements have no box, so they cannot be hit. */
const pageOf = ({ currentTarget }: DragEvent) => currentTarget.closest(".board-page") ?? currentTarget

/** Adds dropped files to the card under them, or to the plan. `hint` outlines the target. */
export const useFileDrop = (): { handlers: Required<DropHandlers>; hint: ReactNode } => {
  const { session, can } = useBoard()
  const { store, planId } = session
  const [box, setBox] = useState<Box>()

  /** Undefined where files cannot be dropped. */
  const taker = (event: DragEvent) => {
    if (!can("changeBoard") || !event.dataTransfer.types.includes("Files")) return undefined
    // Overlays handle their own drops.
    if (event.target instanceof Element && event.target.closest("[role=dialog], .note-editor")) return undefined
    const under = cardUnder(event.target)
    const { card } = under ?? {}
    const task = card?.entity === "task" ? store.task(card.id) : undefined
    const closed = task?.readOnly || (card?.entity === "item" && store.item(card.id)?.completed)
    if (!card || closed) {
      return { owner: {}, name: texts.thePlan, frame: pageOf(event).getBoundingClientRect() }
    }
    return {
      owner: { [`${card.entity}Id`]: store.realId(card.id) },
      name: nameOf(store, card.entity, card.id),
      frame: (under as { element: Element }).element.getBoundingClientRect(),
    }
  }

  const add = async (files: readonly File[], { owner, name }: { owner: object; name: string }) => {
    const [first] = files
    if (!first) return
    if (files.length > 1) showToast({ kind: "info", text: texts.firstAlone })
    const { uploadsOf } = await import("~/client/outbox/plan-uploads")
    const uploads = uploadsOf(planId)
    const [added] = await uploads.add([first], owner)
    const waiting = uploads.get().find(({ file }) => file === first)
    if (added) showToast({ kind: "success", text: texts.added(added.friendlyName, name) })
    else if (isOffline(waiting?.why)) showToast({ kind: "info", text: texts.later(first.name, name) })
    else showToast({ kind: "error", text: texts.uploadFailed, more: first.name })
  }

  return {
    handlers: {
      onDragOver: (event) => {
        const taken = taker(event)
        if (!taken) return setBox(undefined)
        event.preventDefault()
        event.dataTransfer.dropEffect = "copy"
        const { left, top, width, height } = taken.frame
        if (box?.left !== left || box.top !== top || box.width !== width || box.height !== height) {
          setBox({ left, top, width, height })
        }
      },
      onDragLeave: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setBox(undefined)
      },
      onDrop: (event) => {
        const taken = taker(event)
        setBox(undefined)
        if (!taken) return
        event.preventDefault()
        void add([...event.dataTransfer.files], taken)
      },
    },
    hint: box && (
      <div className="drop-hint" style={box} aria-hidden="true">
        <span className="tip">{texts.drop}</span>
      </div>
    ),
  }
}
