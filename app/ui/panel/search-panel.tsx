import { Search, X } from "lucide-react"
import { useBoard, useView } from "~/ui/board/board-context"
import { IconButton } from "~/ui/parts/button"
import { OnDemand } from "~/ui/parts/on-demand"
import { panel } from "~/ui/texts/panel"

const loadResults = () => import("~/ui/panel/search-results")

/** Finds what says it in the plan, and dims the cards on the board that do not. */
export const SearchPanel = () => {
  const { view } = useBoard()
  const text = useView(({ searchText }) => searchText)
  const clear = () => view.set({ searchText: "" })
  return (
    <search className="side-b side-search">
      <div className="inp search-field">
        <Search className="i s muted" aria-hidden="true" />
        <input
          data-first-field=""
          type="text"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={500}
          aria-label={panel.searchField}
          placeholder={panel.searchField}
          value={text}
          onChange={(event) => view.set({ searchText: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown") {
              event.preventDefault()
              event.currentTarget.closest("search")?.querySelector<HTMLElement>(".results button")?.focus()
            }
            if (event.key !== "Escape" || text === "") return
            event.preventDefault()
            clear()
          }}
        />
        {text !== "" && (
          <IconButton small label={panel.clear} onClick={clear}>
            <X className="i s" aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {text.trim() === "" ? (
        <p className="muted">{panel.hint}</p>
      ) : (
        <OnDemand load={loadResults} onClose={clear}>
          {({ SearchResults }) => <SearchResults text={text} />}
        </OnDemand>
      )}
    </search>
  )
}
