import { Fragment, type ReactNode } from "react"
import { cutAtMatches, folded } from "~/rules/folded"
import { linksOf } from "~/rules/text-links"
import { LinkHost } from "~/ui/parts/links"
import { useView } from "~/ui/plan/board-context"
import { cardKey } from "~/ui/plan/card-element"
import { wordsOf } from "~/ui/plan/every-card"
import { type CardRef, hitsOf, searchOf } from "~/ui/plan/view-state"

/** True while a search matches neither the card's texts nor its comments and files. */
export const useDim = (card: CardRef, ...parts: (string | undefined)[]) =>
  useView((state) => {
    const words = searchOf(state)
    return words !== "" && !folded(wordsOf(...parts)).includes(words) && !hitsOf(state, words)?.has(cardKey(card))
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
    return words !== "" && folded(text).includes(words) ? words : ""
  })
  if (words === "") return text
  let at = 0
  return cutAtMatches(text, words).map((part, index) => {
    const from = at
    at += part.length
    return index % 2 === 0 ? <Fragment key={`${from}-`}>{part}</Fragment> : <mark key={from}>{part}</mark>
  })
}
