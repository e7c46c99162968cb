import "./search-panel.css"
import { Search } from "lucide-react"
import { useEffect, useState } from "react"
import { call } from "~/client/api"
import { searchCalls } from "~/contract/search"
import { searchTexts as texts } from "~/ui/panel/search-texts"
import { useBoard } from "~/ui/plan/board-context"

const pauseMs = 200
/** Fewest characters that get suggestions. */
const fewest = 2
/** Names whose words are offered. */
const names = 10

type SearchSuggestionsProps = {
  /** Id of the list; options append their index. */
  id: string
  /** The search text. */
  text: string
  /** Index of the active option; -1: none. */
  active: number
  /** Reports the options' texts to the field. Empty: no list. */
  onFound(texts: readonly string[]): void
  onTake(text: string): void
}

/** Completions of the last word, below the field; none if the server does not answer. Import it lazily. */
export const SearchSuggestions = ({ id: listId, text, active, onFound, onTake }: SearchSuggestionsProps) => {
  const { planId } = useBoard().session
  const [found, setFound] = useState<readonly string[]>([])
  const wanted = text.trim()

  useEffect(() => {
    const show = (list: readonly string[]) => {
      setFound(list)
      onFound(list)
    }
    if (wanted.length < fewest) return show([])
    const stop = new AbortController()
    const pause = setTimeout(() => {
      call(searchCalls.suggestions, { planId, q: wanted, limit: names }, { signal: stop.signal }).then(
        (all) =>
          show(
            completionsOf(
              wanted,
              all.map(({ text }) => text),
            ),
          ),
        () => {
          if (!stop.signal.aborted) show([])
        },
      )
    }, pauseMs)
    return () => {
      clearTimeout(pause)
      stop.abort()
    }
  }, [wanted, planId, onFound])

  if (found.length === 0) return null
  return (
    <div className="suggestions rigid" role="listbox" id={listId} aria-label={texts.suggestions}>
      {found.map((completed, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active one
        // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's
        <div
          key={completed}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === active}
          className="list-row"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(completed)}
        >
          <Search className="icon small muted" aria-hidden="true" />
          <span className="truncate" dir="auto">
            {completed}
          </span>
        </div>
      ))}
    </div>
  )
}

/** Most suggestions. */
const most = 5
const word = /[\p{L}\p{N}\p{M}]+/gu

/** The text with its last word completed from words of the names, in their order; each once. The results below list the names. */
export const completionsOf = (text: string, names: readonly string[]): string[] => {
  const last = text.match(word)?.at(-1)
  if (last === undefined || !text.endsWith(last)) return []
  const begun = last.toLowerCase()
  const before = text.slice(0, text.length - last.length)
  const found = new Set<string>()
  for (const name of names) {
    for (const [each] of name.toLowerCase().matchAll(word)) {
      if (each !== begun && each.startsWith(begun)) found.add(`${before}${each}`)
    }
  }
  return [...found].slice(0, most)
}
