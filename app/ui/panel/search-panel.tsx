import { Search, X } from "lucide-react"
import { useMemo } from "react"
import { useBoard, useObserved, useView } from "~/ui/board/board-context"
import { cardsOf } from "~/ui/board/every-card"
import { searchOf } from "~/ui/board/view-state"
import { IconButton } from "~/ui/parts/button"
import { panel } from "~/ui/texts/panel"

/** Dims the cards on the board that do not have what is typed. */
export const SearchPanel = () => {
  const { view } = useBoard()
  const text = useView(({ searchText }) => searchText)
  const searches = useView((state) => searchOf(state) !== "")
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
          aria-label={panel.searchField}
          placeholder={panel.searchField}
          value={text}
          onChange={(event) => view.set({ searchText: event.target.value })}
          onKeyDown={(event) => {
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
      <p className="muted" role="status">
        {searches ? <Found /> : panel.hint}
      </p>
    </search>
  )
}

/** How many cards have the words. It counts again when the board does. */
const Found = () => {
  const { session } = useBoard()
  const words = useView(searchOf)
  const changes = useMemo(() => {
    let version = 0
    return {
      get: () => version,
      subscribe: (listener: () => void) =>
        session.onEvent(() => {
          version++
          listener()
        }),
    }
  }, [session])
  const version = useObserved(changes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version of the board has other cards
  const count = useMemo(() => {
    let found = 0
    for (const { text } of cardsOf(session.store)) if (text.toLowerCase().includes(words)) found++
    return found
  }, [session, words, version])
  return <>{panel.found(count)}</>
}
