import { createElement, Fragment, type ReactNode } from "react"
import { cutAtMatches } from "~/rules/folded"

/** A text with the matches of a search marked. */
export const Marked = ({ text, wanted }: { text: string; wanted: string }) => {
  let at = 0
  return (
    <>
      {cutAtMatches(text, wanted).map((part) => {
        const key = at++
        return key % 2 === 1 ? <mark key={key}>{part}</mark> : part
      })}
    </>
  )
}

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
  const shown: ReactNode[] = []
  const show = (from: number, to: number) =>
    shown.push(<Fragment key={from}>{unescaped(html.slice(from, to))}</Fragment>)
  let from = 0
  let open: { tag: string; at: number; inside: number } | undefined
  for (const { 0: whole, 1: slash, 2: tag = "", index } of html.matchAll(/<(\/?)(b|del|ins|mark)>/g)) {
    if (!tags.some((each) => each === tag)) continue
    const after = index + whole.length
    if (slash === "") open ??= { tag, at: index, inside: after }
    else if (open?.tag === tag) {
      show(from, open.at)
      shown.push(createElement(tag, { key: `${open.at} ${tag}` }, unescaped(html.slice(open.inside, index))))
      from = after
      open = undefined
    }
  }
  show(from, html.length)
  return <>{shown}</>
}
