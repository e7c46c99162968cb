import "./search-panel.css"
import { File, Image, Layers, ListTodo, MessageSquare, NotebookPen, Target } from "lucide-react"
import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { previewOf } from "~/ui/file/file-kind"
import { standingText } from "~/ui/goal/progress"
import { countsOf, newest, placeOf, type Result, type ResultTab } from "~/ui/panel/find-results"
import { searchTexts as texts } from "~/ui/panel/search-texts"
import { useSearch } from "~/ui/panel/use-search"
import { atDate } from "~/ui/parts/dates"
import { Failed } from "~/ui/parts/empty-state"
import { MarkedText } from "~/ui/parts/marked"
import { OnDemand, useFirst } from "~/ui/parts/on-demand"
import { useBoard } from "~/ui/plan/board-context"
import { goalTint } from "~/ui/plan/goal-tint"
import { showSide } from "~/ui/plan/side"

const loadPreview = () => import("~/ui/file/file-preview")

const tabs: readonly ResultTab[] = ["all", "tasks", "items", "goals", "notes", "files"]
/** Results per page. */
const shownAtFirst = 100
const inSight = 12

/** Search results, newest first, of one kind or all. Import it lazily. */
export const SearchResults = ({ text }: { text: string }) => {
  const { words, results, state, incomplete, again } = useSearch(text)
  const [tab, setTab] = useState<ResultTab>("all")
  const [picture, setPicture] = useState<Result["file"]>()
  const [most, setMost] = useState(shownAtFirst)
  const open = useOpen(setPicture)
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins at the top
  useEffect(() => setMost(shownAtFirst), [words, tab])
  const counts = useMemo(() => countsOf(results), [results])
  const count = counts[tab]
  const chosen = useMemo(
    () => newest(tab === "all" ? results : results.filter((result) => result.tab === tab), most),
    [results, tab, most],
  )
  const shown = useFirst(chosen.length, inSight, `${tab} ${words}`)

  if (words === "") return null

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement) + step
    if (at < 0) document.querySelector<HTMLElement>("[data-first-field]")?.focus()
    else buttons[at]?.focus()
  }
  return (
    <>
      <fieldset className="result-tabs wraps">
        <legend className="visually-hidden">{texts.filter}</legend>
        {tabs.map((each) => (
          <button
            key={each}
            type="button"
            className="button ghost small"
            aria-pressed={each === tab}
            onClick={() => setTab(each)}
          >
            {texts.tabs[each]}
            {counts[each] > 0 && <span className="numeric muted"> {counts[each]}</span>}
          </button>
        ))}
      </fieldset>
      {(count > 0 || state !== "failed") && (
        <p className="muted search-status breaks" role="status">
          {count > 0 ? texts.resultCount(count) : state === "done" ? texts.noResults(words) : texts.searching}
          {incomplete && ` ${texts.searchIncomplete}`}
        </p>
      )}
      {state === "failed" && <Failed inline text={texts.searchFailed} onRetry={again} />}
      <ul ref={list} className="results" aria-label={texts.results} onKeyDown={onKeyDown}>
        {chosen.slice(0, shown).map((result) => (
          <ResultRow key={result.key} result={result} words={words} onOpen={open} />
        ))}
      </ul>
      {count > most && (
        <button type="button" className="button ghost small" onClick={() => setMost(most + shownAtFirst)}>
          {texts.moreResults(count - most)}
        </button>
      )}
      {picture && (
        <OnDemand layer load={loadPreview} onClose={() => setPicture(undefined)}>
          {({ FilePreview }) => <FilePreview file={picture} onClose={() => setPicture(undefined)} />}
        </OnDemand>
      )}
    </>
  )
}

/** Opens a result: a picture's preview, a note in its panel, or the card's dialog, scrolling the card into view. */
const useOpen = (show: (file: Result["file"]) => void) => {
  const { session, view } = useBoard()
  return useCallback(
    ({ card, comment, noteId, file }: Result) => {
      if (file && previewOf(file) === "image") return show(file)
      if (noteId) {
        view.set({ noteId })
        return showSide(view, session.planId, "notes")
      }
      if (!card) return view.set({ overlay: "files" })
      document
        .querySelector(`[data-card="${card.entity}:${card.id}"]`)
        ?.scrollIntoView({ block: "nearest", inline: "nearest" })
      view.set({
        dialog: {
          ...card,
          ...(comment ? { tab: "notes" as const, commentId: comment.id } : file ? { tab: "files" as const } : {}),
        },
      })
    },
    [session, view, show],
  )
}

const icons = { goals: Target, items: Layers, tasks: ListTodo }

type ResultRowProps = { result: Result; words: string; onOpen(result: Result): void }

const ResultRow = memo(function ResultRow({ result, words, onOpen }: ResultRowProps) {
  const { session } = useBoard()
  const { store } = session
  const { tab, date, snippet, card, comment, noteId, file } = result
  const task = card?.entity === "task" ? store.task(card.id) : undefined
  const item = card?.entity === "item" ? store.item(card.id) : task ? store.item(task.itemId) : undefined
  const goal = card?.entity === "goal" ? store.goal(card.id) : item?.goal
  const measured = card?.entity === "goal" ? store.goal(card.id) : undefined
  const place = placeOf(store, result) || (measured ? standingText(measured) : "")
  const Icon = file
    ? previewOf(file) === "image"
      ? Image
      : File
    : noteId
      ? NotebookPen
      : comment
        ? MessageSquare
        : icons[tab as keyof typeof icons]
  return (
    <li data-files-of={card && `${card.entity}:${card.id}`}>
      <button type="button" className="search-result hovers" onClick={() => onOpen(result)} {...goalTint(goal?.color)}>
        <span className="search-result-header fine">
          <span className="goal-label strong slim row">
            <span className="truncate" dir="auto">
              {goal?.name || (card ? texts.noGoal : texts.plan)}
            </span>
          </span>
          <time className="numeric muted rigid" dateTime={date}>
            {date && atDate(date)}
          </time>
        </span>
        <span className="search-result-body breaks">
          <Icon
            className="icon small muted"
            aria-label={comment ? texts.noteOf(comment.by) : texts.tabs[tab]}
            role="img"
          />
          <span className="search-result-text clamped" dir="auto">
            <MarkedText html={snippet(words)} tags={["mark"]} />
          </span>
        </span>
        {place !== "" && (
          <span className="search-result-place fine secondary truncate" dir="auto">
            {place}
          </span>
        )}
      </button>
    </li>
  )
})
