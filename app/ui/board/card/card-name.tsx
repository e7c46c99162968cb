import { type ReactNode, useEffect, useRef } from "react"
import type { BoardReader } from "~/client/board/board-types"
import { Searched } from "~/ui/board/card/search-words"
import { hyphenators, isLong, languageOf, loadSyllables } from "~/ui/board/card/syllables"
import { useBoard, useObserved, useView } from "~/ui/plan/board-context"
import { searchOf } from "~/ui/plan/view-state"
import "./card-text.css"

/**
 * A card's name, whose long words stay whole where a line has room for them, and else break between syllables. It holds soft
 * hyphens, so the element around it names itself.
 */
export const CardName = ({ text }: { text: string }): ReactNode => {
  const searching = useView((state) => searchOf(state) !== "")
  // A match may begin in one word and end in the next.
  if (searching) return <Searched text={text} />
  // biome-ignore lint/suspicious/noArrayIndexKey: words have no identity but their place
  return text.split(/(\s+)/).map((part, at) => <Part key={at} text={part} name={text} />)
}

const Part = ({ text, name }: { text: string; name: string }) =>
  isLong(text) ? <LongWord word={text} name={name} /> : <Searched text={text} />

const LongWord = ({ word, name }: { word: string; name: string }) => {
  const { store } = useBoard().session
  const language = languageOf(word, name, () => goalNames(store))
  const hyphenate = useObserved(hyphenators)[language]
  const element = useRef<HTMLSpanElement>(null)
  const ready = hyphenate !== undefined
  useEffect(() => {
    const { current } = element
    if (ready || !current) return
    const observer = new ResizeObserver(() => {
      if (isBroken(current)) loadSyllables(language)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [ready, language])
  return (
    <span ref={element} className="long-word">
      {hyphenate ? hyphenate(word) : word}
    </span>
  )
}

const goalNames = (store: BoardReader) =>
  store
    .list("goals")
    .slice(0, 20)
    .map((id) => store.goal(id)?.name ?? "")

/** Whether its text takes more than one line. */
const isBroken = (element: HTMLElement) =>
  element.offsetHeight > 1.5 * Number.parseFloat(getComputedStyle(element).lineHeight)
