import { createElement, Fragment, type ReactNode } from "react"

type MarkedTextProps = {
  /** Escaped text and the allowed tags, without attributes. */
  html: string
  tags: readonly ("b" | "del" | "ins" | "mark")[]
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }
const unescaped = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|(\w+));/g, (whole, code: string | undefined, name: string) =>
    code === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
  )

/** Renders the server's HTML as elements. Anything but the allowed tags stays text. */
export const MarkedText = ({ html, tags }: MarkedTextProps) => {
  const pieces = html.split(new RegExp(`<(${tags.join("|")})>([\\s\\S]*?)</\\1>`))
  const shown: ReactNode[] = []
  for (let at = 0; at < pieces.length; at += 3) {
    const [text, tag, inside] = pieces.slice(at, at + 3)
    shown.push(<Fragment key={at}>{unescaped(text ?? "")}</Fragment>)
    if (tag) shown.push(createElement(tag, { key: at + 1 }, unescaped(inside ?? "")))
  }
  return <>{shown}</>
}
