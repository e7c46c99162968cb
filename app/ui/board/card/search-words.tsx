import { Fragment, type ReactNode } from "react"
import { linksOf } from "~/rules/note-text"
import { LinkHost } from "~/ui/parts/link-text"
import { useView } from "~/ui/plan/board-context"
import { wordsOf } from "~/ui/plan/every-card"
import { searchOf } from "~/ui/plan/view-state"

/** True while a search does not match the card. */
export const useDim = (...parts: (string | undefined)[]) =>
  useView((state) => {
    const words = searchOf(state)
    return (
      words !== "" &&
      !wordsOf(...parts)
        .toLowerCase()
        .includes(words)
    )
  })

/** A card's text with underlined links and marked search words. The element above it opens the links: `openedLink`. */
export const Searched = ({ text }: { text: string }): ReactNode => {
  const links = linksOf(text)
  if (links.length === 0) return <Marked text={text} />
  let at = 0
  return [
    ...links.flatMap(({ from, to, href, text: shown }) => {
      const before = text.slice(at, from)
      at = to
      return [
        <Marked key={`${from}-`} text={before} />,
        <span key={from} data-href={href}>
          <Marked text={shown} />
          <LinkHost text={shown} href={href} />
        </span>,
      ]
    }),
    <Marked key="rest" text={text.slice(at)} />,
  ]
}

const Marked = ({ text }: { text: string }): ReactNode => {
  const words = useView((state) => {
    const words = searchOf(state)
    return words !== "" && text.toLowerCase().includes(words) ? words : ""
  })
  if (words === "") return text
  const small = text.toLowerCase()
  // Some letters change length with their case, so offsets in one form do not apply to the other.
  if (small.length !== text.length) return text
  const pieces: ReactNode[] = []
  let from = 0
  for (let at = small.indexOf(words); at >= 0; at = small.indexOf(words, from)) {
    pieces.push(<Fragment key={`${from}-`}>{text.slice(from, at)}</Fragment>)
    from = at + words.length
    pieces.push(<mark key={at}>{text.slice(at, from)}</mark>)
  }
  return [...pieces, text.slice(from)]
}
