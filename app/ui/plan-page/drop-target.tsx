import { useLayoutEffect, useState } from "react"
import { isOffline } from "~/client/api"
import type { BoardReader } from "~/client/board/board-types"
import { uploadsOf } from "~/client/outbox/plan-uploads"
import type { PlanSession } from "~/client/plan-session"
import type { Entity } from "~/contract/fields/field"
import type { FileOwner } from "~/contract/file"
import { file as texts } from "~/ui/file/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { useBoard } from "~/ui/plan/board-context"
import { type FileZone, zoneOf } from "~/ui/plan/file-zone"
import { nameOf } from "~/ui/plan/names"
import type { CardRef } from "~/ui/plan/view-state"
import "./plan-page.css"

type Target = { frame: Element } & ({ zone: FileZone } | { owner: Partial<FileOwner>; name: string })

/** The card of an element: one on the board, or one that it names. */
const cardAt = (element: Element): CardRef | undefined => {
  const named = element.matches("article, .lane") ? element.querySelector<HTMLElement>("[data-card]") : null
  const [entity, id] = (named?.dataset.card ?? (element as HTMLElement).dataset.filesOf ?? "").split(":")
  return id && Number(id) !== 0 ? { entity: entity as Entity, id: Number(id) } : undefined
}

const isClosed = (store: BoardReader, { entity, id }: CardRef) =>
  entity === "task" ? store.task(id)?.readOnly : entity === "item" && store.item(id)?.completed

/** The target of files dropped on an element: a surrounding element that takes files itself, a card that is not completed, or else the plan. */
const targetAt = (store: BoardReader, element: Element): Target => {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const zone = zoneOf(at)
    if (zone) return { frame: at, zone }
    const card = cardAt(at)
    if (!card) continue
    if (isClosed(store, card)) break
    const { entity, id } = card
    return { frame: at, owner: { [`${entity}Id`]: store.realId(id) }, name: nameOf(store, entity, id) }
  }
  return { frame: document.body, owner: {}, name: texts.thePlan }
}

export const dropFiles = async ({ planId, store }: PlanSession, element: Element, files: readonly File[]) => {
  const target = targetAt(store, element)
  if ("zone" in target) return target.zone.take(files)
  const { owner, name } = target
  const [first] = files
  if (!first) return
  if (files.length > 1) showToast({ kind: "info", text: texts.firstAlone })
  const uploads = uploadsOf(planId)
  const [added] = await uploads.add([first], owner)
  const waiting = uploads.get().find(({ file }) => file === first)
  if (added) showToast({ kind: "success", text: texts.added(added.friendlyName, name) })
  else if (isOffline(waiting?.why)) showToast({ kind: "info", text: texts.later(first.name, name) })
  else showToast({ kind: "error", text: texts.uploadFailed, more: first.name })
}

/** Outlines the target of files that are dragged over an element. Import it lazily. */
export const DropTarget = ({ over }: { over: Element }) => {
  const { session } = useBoard()
  const [shown, setShown] = useState<{ box: Pick<DOMRect, "left" | "top" | "width" | "height">; hint: string }>()
  useLayoutEffect(() => {
    const target = targetAt(session.store, over)
    const { left, top, width, height } = target.frame.getBoundingClientRect()
    setShown({
      box: { left, top, width, height },
      hint: "zone" in target ? (target.zone.hint ?? texts.drop) : texts.dropTo(target.name),
    })
  }, [session, over])
  // A frame would take the files itself, and show them in its place.
  useLayoutEffect(() => {
    const page = document.documentElement
    page.dataset.dragsFiles = ""
    return () => void delete page.dataset.dragsFiles
  }, [])
  return (
    shown && (
      <div className="drop-hint ring-inside" style={shown.box} aria-hidden="true">
        <span className="tip truncate fine breaks">{shown.hint}</span>
      </div>
    )
  )
}
