import { type ReactNode, useEffect, useRef, useState } from "react"
import { OnDemand } from "~/ui/parts/on-demand"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { useBoard } from "~/ui/plan/board-context"
import { isInZone } from "~/ui/plan/file-zone"

const loadTarget = () => import("~/ui/plan-page/drop-target")

/** Files from outside the browser: a link or picture that is dragged within the page has the same types. */
const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true

/** Uploads files that are dropped anywhere in the window to what is under the pointer, and outlines it during the drag. */
export const FileDrops = (): ReactNode => {
  const { session, can } = useBoard()
  const [over, setOver] = useState<Element | null>(null)
  const latest = useRef({ session, may: can("changeBoard") })
  latest.current = { session, may: can("changeBoard") }
  useEffect(() => {
    let fromHere = false
    const takes = (event: DragEvent) => {
      const element = event.target instanceof Element ? event.target : document.body
      if (!hasFiles(event) || fromHere || element.matches("[type=file]")) return null
      return latest.current.may || isInZone(element) ? element : null
    }
    const onOver = (event: DragEvent) => {
      const element = takes(event)
      setOver(element)
      if (!element) return
      event.preventDefault()
      event.stopPropagation()
      if (event.dataTransfer) event.dataTransfer.dropEffect = "copy"
    }
    const onLeave = ({ relatedTarget }: DragEvent) => {
      if (!relatedTarget) setOver(null)
    }
    const onDrop = (event: DragEvent) => {
      const element = takes(event)
      setOver(null)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (!element || files.length === 0) return
      event.preventDefault()
      event.stopPropagation()
      const { session } = latest.current
      void loadTarget().then(
        ({ dropFiles }) => dropFiles(session, element, files),
        () => showToast({ kind: "error", text: common.networkError, more: files[0]?.name }),
      )
    }
    const onStart = () => {
      fromHere = true
    }
    const onEnd = () => {
      fromHere = false
      setOver(null)
    }
    const listeners = Object.entries({
      dragover: onOver,
      dragleave: onLeave,
      drop: onDrop,
      dragstart: onStart,
      dragend: onEnd,
    })
    for (const [name, listener] of listeners) addEventListener(name, listener as EventListener, true)
    return () => {
      for (const [name, listener] of listeners) removeEventListener(name, listener as EventListener, true)
    }
  }, [])
  return (
    over && (
      <OnDemand load={loadTarget} onClose={() => setOver(null)}>
        {({ DropTarget }) => <DropTarget over={over} />}
      </OnDemand>
    )
  )
}
