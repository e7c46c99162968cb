import type { MouseEvent } from "react"

type Press = Pick<MouseEvent, "ctrlKey" | "metaKey" | "clientX" | "clientY">

const open = (href: string | undefined) => {
  if (!href) return false
  window.open(href, "_blank", "noopener,noreferrer")
  return true
}

/** Opens the link under a press with Ctrl or Cmd in a new tab, also where a button is stretched over it; false: there is none. */
export const openedLink = ({ ctrlKey, metaKey, clientX, clientY }: Press) =>
  (ctrlKey || metaKey) &&
  open(
    document
      .elementsFromPoint(clientX, clientY)
      .map((element) => element.closest<HTMLElement>("[data-href]")?.dataset.href)
      .find(Boolean),
  )
