import { File, Layers, ListTodo, NotebookPen, Target } from "lucide-react"
import { useEffect, useState } from "react"
import { call } from "~/client/api"
import { searchCalls } from "~/contract/search"
import { panel } from "~/ui/panel/texts"
import { useBoard } from "~/ui/plan/board-context"
import "./search-suggestions.css"

const pauseMs = 200
/** Fewest characters that get suggestions. */
const fewest = 2
const most = 5

const icons = { goals: Target, items: Layers, tasks: ListTodo, notes: NotebookPen, files: File, comments: NotebookPen }

type Suggestion = { text: string; kind: keyof typeof icons; id: number }
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

/** Completions of the search text, below the field; none if the server does not answer. Import it lazily. */
export const SearchSuggestions = ({ id: listId, text, active, onFound, onTake }: SearchSuggestionsProps) => {
  const { planId } = useBoard().session
  const [found, setFound] = useState<readonly Suggestion[]>([])
  const wanted = text.trim()

  useEffect(() => {
    const show = (list: readonly Suggestion[]) => {
      setFound(list)
      onFound(list.map((each) => each.text))
    }
    if (wanted.length < fewest) return show([])
    const stop = new AbortController()
    const pause = setTimeout(() => {
      call(searchCalls.suggestions, { planId, q: wanted, limit: most + 1 }, { signal: stop.signal }).then(
        (all) => show(all.filter((each) => each.text.toLowerCase() !== wanted.toLowerCase()).slice(0, most)),
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
    <div className="suggestions" role="listbox" id={listId} aria-label={panel.suggestions}>
      {found.map(({ text, kind, id }, index) => {
        const Icon = icons[kind]
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active one
          // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are the field's
          <div
            key={`${kind}:${id}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className={index === active ? "list-row current" : "list-row"}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(text)}
          >
            <Icon className="icon small muted" aria-hidden="true" />
            <span className="truncate" dir="auto">
              {text}
            </span>
          </div>
        )
      })}
    </div>
  )
}
