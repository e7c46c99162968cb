import type { MouseEvent } from "react"
import { disguisedHost } from "~/rules/link-host"
import { linksOf } from "~/rules/text-links"

type LinkTextProps = { text: string; href: string }

/** A link's text, with its host where the text looks like another address. */
export const LinkText = ({ text, href }: LinkTextProps) => (
  <>
    {text}
    <LinkHost text={text} href={href} />
  </>
)

export const LinkHost = ({ text, href }: LinkTextProps) => {
  const host = disguisedHost(text, href)
  return host === undefined ? null : <bdi> ({host})</bdi>
}

type Press = Pick<MouseEvent, "ctrlKey" | "metaKey" | "clientX" | "clientY" | "nativeEvent">

/** A finger has no Ctrl. Older browsers don't say what has clicked. */
const byFinger = ({ nativeEvent }: Press) => {
  const { pointerType } = nativeEvent as PointerEvent
  return pointerType ? pointerType === "touch" : matchMedia("(pointer: coarse)").matches
}

const open = (href: string | undefined) => {
  if (!href) return false
  window.open(href, "_blank", "noopener,noreferrer")
  return true
}

/** Opens the link under a tap, or a Ctrl or Cmd press, in a new tab, also beneath a stretched button. False: there is no link. */
export const openedLink = (press: Press) =>
  (press.ctrlKey || press.metaKey || byFinger(press)) &&
  open(
    document
      .elementsFromPoint(press.clientX, press.clientY)
      .map((element) => element.closest<HTMLElement>("[data-href]")?.dataset.href)
      .find(Boolean),
  )

/** The same in a text field. A press without Ctrl or Cmd only places the caret. */
export const openLinkInField = (press: MouseEvent<HTMLTextAreaElement>) => {
  const { ctrlKey, metaKey, clientX, clientY, currentTarget: field } = press
  if (ctrlKey || metaKey) open(linkAt(field, clientX, clientY))
}

/** Styles that determine the position of a field's text. */
const looks = [
  "box-sizing",
  "width",
  "padding",
  "border",
  "direction",
  "font",
  "font-feature-settings",
  "font-variant-numeric",
  "letter-spacing",
  "line-height",
  "tab-size",
  "text-align",
  "text-indent",
  "text-transform",
  "word-spacing",
  "overflow-wrap",
  "word-break",
] as const

/** Fields do not expose text positions, so the text is laid out in an identical box that is never painted. */
const linkAt = (field: HTMLTextAreaElement, x: number, y: number): string | undefined => {
  const links = linksOf(field.value)
  if (links.length === 0) return undefined
  const box = document.createElement("div")
  const style = getComputedStyle(field)
  for (const name of looks) box.style.setProperty(name, style.getPropertyValue(name))
  Object.assign(box.style, { position: "fixed", inset: "0 auto auto 0", margin: "0", whiteSpace: "pre-wrap" })
  let at = 0
  const shown = links.map(({ from, to, href }) => {
    const link = document.createElement("span")
    link.textContent = field.value.slice(from, to)
    box.append(field.value.slice(at, from), link)
    at = to
    return { link, href }
  })
  box.append(field.value.slice(at))
  field.after(box)
  const [here, there] = [field.getBoundingClientRect(), box.getBoundingClientRect()]
  const [left, top] = [x - here.left + there.left, y - here.top + there.top + field.scrollTop]
  const under = shown.find(({ link }) =>
    [...link.getClientRects()].some(
      (part) => left >= part.left && left <= part.right && top >= part.top && top <= part.bottom,
    ),
  )
  box.remove()
  return under?.href
}
