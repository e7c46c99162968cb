import { type KeyboardEvent, useEffect, useState } from "react"
import { searchTexts as texts } from "~/ui/panel/search-texts"
import { OnDemand, preload } from "~/ui/parts/on-demand"
import { SearchField } from "~/ui/parts/search-field"
import { useBoard, useView } from "~/ui/plan/board-context"
import { cardsOf } from "~/ui/plan/every-card"
import { focusSide } from "~/ui/plan/side"
import "./search-panel.css"

const loadResults = () => import("~/ui/panel/search-results")
const loadSuggestions = () => import("~/ui/panel/search-suggestions")
const listId = "search-suggestions"

/** Searches the plan, and dims the board's cards that do not match. */
export const SearchPanel = () => {
  const { session, view } = useBoard()
  const text = useView(({ searchText }) => searchText)
  const [suggested, setSuggested] = useState<readonly string[]>([])
  const [active, setActive] = useState(-1)
  /** The text whose suggestions were accepted or dismissed. */
  const [settled, setSettled] = useState<string>()
  const open = text.trim() !== "" && text !== settled
  const at = open && active < suggested.length ? active : -1
  const write = (searchText: string) => {
    setSettled(undefined)
    setActive(-1)
    view.set({ searchText })
  }
  const clear = () => write("")
  // If the panel was opened before its code had loaded, the panel holds the focus meant for its field.
  useEffect(() => {
    if (document.activeElement?.id === "side-panel") focusSide()
  }, [])
  /** Loads the code and builds the cached card texts before the first search needs them. */
  const prepare = () => {
    void preload(loadResults)
    void preload(loadSuggestions)
    setTimeout(() => cardsOf(session.store))
  }
  const put = (searchText: string) => {
    write(searchText)
    setSettled(searchText)
    setSuggested([])
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event
    const shown = open ? suggested.length : 0
    if (key === "ArrowDown" && at === shown - 1) {
      event.currentTarget.closest("search")?.querySelector<HTMLElement>(".results button")?.focus()
      setActive(-1)
    } else if (key === "ArrowDown") setActive(at + 1)
    else if (key === "ArrowUp" && at >= 0) setActive(at - 1)
    else if (key === "Enter" && at >= 0) put(suggested[at] ?? text)
    else if (key === "Escape" && at >= 0) put(text)
    else return
    event.preventDefault()
  }
  return (
    <search className="side-panel-body side-search flow grow scrolls">
      <SearchField
        bare
        data-first-field=""
        label={texts.searchField}
        clear={texts.clear}
        value={text}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open && suggested.length > 0}
        aria-controls={open && suggested.length > 0 ? listId : undefined}
        aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
        onFocus={prepare}
        onChange={write}
        onKeyDown={onKeyDown}
      />
      {open && (
        <OnDemand load={loadSuggestions} onClose={() => setSettled(text)}>
          {({ SearchSuggestions }) => (
            <SearchSuggestions id={listId} text={text} active={at} onFound={setSuggested} onTake={put} />
          )}
        </OnDemand>
      )}
      {text.trim() === "" ? (
        <div className="search-empty muted">
          <p>{texts.noContent}</p>
          <p>{texts.hint}</p>
        </div>
      ) : (
        <OnDemand load={loadResults} onClose={clear}>
          {({ SearchResults }) => <SearchResults text={text} />}
        </OnDemand>
      )}
    </search>
  )
}
