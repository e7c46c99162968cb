import { type ReactNode, useEffect, useRef } from "react"
import { Searched } from "~/ui/board/card/search-words"
import { hyphenators, isLong, languageOf, loadSyllables } from "~/ui/board/card/syllables"
import { useObserved, useView } from "~/ui/plan/board-context"
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
  const parts = text.split(/(\s+)/)
  // biome-ignore lint/suspicious/noArrayIndexKey: words have no identity but their place
  return parts.map((part, at) => (isLong(part) ? <LongWord key={at} word={part} /> : <Searched key={at} text={part} />))
}

const LongWord = ({ word }: { word: string }) => {
  const language = languageOf(word)
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

/** Whether its text takes more than one line. */
const isBroken = (element: HTMLElement) =>
  element.offsetHeight > 1.5 * Number.parseFloat(getComputedStyle(element).lineHeight)
