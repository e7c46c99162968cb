import { useEffect } from "react"

/** An element that takes dropped files itself. Others say in `data-files-of` which card they go to. */
export type FileZone = { take(files: readonly File[]): void; hint?: string }

const zones = new WeakMap<Element, FileZone>()

/** The element is found once the component is mounted. Without a zone, files go to what lies around it. */
export const useFileZone = (find: () => Element | null | undefined, zone: FileZone | undefined) => {
  useEffect(() => {
    const element = zone && find()
    if (!element) return
    zones.set(element, zone)
    return () => void zones.delete(element)
  })
}

export const zoneOf = (element: Element) => zones.get(element)

/** Whether an element is in one that takes files itself. */
export const isInZone = (element: Element | null): boolean =>
  element !== null && (zones.has(element) || isInZone(element.parentElement))
