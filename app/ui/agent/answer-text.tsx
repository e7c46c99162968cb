import type { MouseEvent, ReactNode } from "react"
import type { NamedCard } from "~/contract/ai"
import { deepLinkPath, linkTypes } from "~/contract/shared/deep-link"
import { useBoard } from "~/ui/plan/board-context"

type TextProps = {
  text: string
  /** The names of cards in the text, in their order; each opens its card. */
  cards?: readonly NamedCard[]
  /** A model's text, which may have Markdown. */
  marked?: boolean
}

/** Paragraphs, and lists of lines that begin with a hyphen. */
export const AnswerText = ({ text, cards = [], marked = false }: TextProps) => {
  const blocks: { list: boolean; lines: ReactNode[] }[] = []
  let from = 0
  for (const written of text.split("\n")) {
    const end = from + written.length
    const line = marked ? markedLine(written) : plainLine(written)
    const start = from + line.from
    from = end + 1
    if (start >= end) continue
    const inside = cards.filter((card) => card.from >= start && card.to <= end)
    const shown = <Line text={text} from={start} to={end} cards={inside} marked={marked} strong={line.strong} />
    const open = blocks.at(-1)
    if (open?.list && line.list) open.lines.push(shown)
    else blocks.push({ list: line.list, lines: [shown] })
  }
  return blocks.map(({ list, lines }, at) =>
    list ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text of a message never changes
      <ul key={at} className="running" dir="auto">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text of a message never changes
          <li key={index} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text of a message never changes
      <p key={at} className="running" dir="auto">
        {lines}
      </p>
    ),
  )
}

/** `from`: where the text of the line begins, behind what marks it. */
type Marked = { list: boolean; strong: boolean; from: number }

const plainLine = (line: string): Marked => {
  const list = line.startsWith("- ")
  return { list, strong: false, from: line.trim() === "" ? line.length : list ? 2 : 0 }
}

/** Markdown's headings and list items. */
const markedLine = (line: string): Marked => {
  const item = /^ {0,12}[*•+-] /.exec(line)?.[0]
  const heading = /^ {0,3}#{1,6} (?=.{1,500}$)/.exec(line)?.[0]
  const { from } = plainLine(line)
  return { list: item !== undefined, strong: heading !== undefined, from: item?.length ?? heading?.length ?? from }
}

type LineProps = Required<TextProps> & { from: number; to: number; strong: boolean }

const bold = "**"

/** Bold text between asterisks, and names of cards. */
const Line = ({ text, from, to, cards, marked, strong }: LineProps) => {
  const parts: ReactNode[] = []
  const outside: string[] = []
  let at = from
  for (const card of [...cards, { from: to, to }]) {
    outside.push(text.slice(at, card.from))
    at = card.to
  }
  const marks = outside.reduce((sum, part) => sum + part.split(bold).length - 1, 0)
  // An odd number of marks closes nothing.
  const splits = marked && marks % 2 === 0
  let isBold = strong
  const put = (part: ReactNode) => parts.push(isBold ? <b key={parts.length}>{part}</b> : part)
  for (const [index, part] of outside.entries()) {
    for (const [piece, shown] of (splits ? part.split(bold) : [part]).entries()) {
      if (piece > 0) isBold = strong || !isBold
      if (shown !== "") put(shown)
    }
    const card = cards[index]
    if (card) put(<CardName key={`${parts.length}`} card={card} name={text.slice(card.from, card.to)} />)
  }
  return parts
}

/** Opens the card's dialog, which says so where the card is gone. */
const CardName = ({ card: { entity, id }, name }: { card: NamedCard; name: string }) => {
  const { session, view } = useBoard()
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    view.set({ dialog: { entity, id } })
  }
  return (
    <a href={deepLinkPath(session.planId, { type: linkTypes[entity], id })} onClick={open}>
      {name}
    </a>
  )
}
