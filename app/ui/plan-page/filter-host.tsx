import { Calendar, ChevronDown, ListFilter, SquareKanban } from "lucide-react"
import { useRef, useState } from "react"
import { IconButton } from "~/ui/parts/button"
import { OnDemand } from "~/ui/parts/on-demand"
import { useWidth } from "~/ui/parts/use-width"
import { useBoard, useView } from "~/ui/plan/board-context"
import { commandNames, keyLabels } from "~/ui/plan/key-texts"
import { noFilter } from "~/ui/plan/view-state"
import { planPage } from "~/ui/plan-page/texts"

const loadFilter = () => import("~/ui/filter/filter")

/** The filter of the board, once there is one to show or to read. */
export const FilterHost = () => {
  const { view } = useBoard()
  const phone = useWidth() === "phone"
  const shown = useView(
    ({ filtering, filterQuery, filterBar }) => filterBar || filtering !== null || filterQuery !== null,
  )
  const open = useView(({ filterBar }) => filterBar)
  const [typed, setTyped] = useState("")
  if (!shown) return null
  return (
    <OnDemand
      layer={open && "while loading"}
      load={loadFilter}
      onClose={() => view.set({ ...noFilter, filterBar: false })}
      onText={setTyped}
    >
      {({ Filter }) => <Filter phone={phone} typed={typed} onTyped={() => setTyped("")} />}
    </OnDemand>
  )
}

/** Beside the plan's name: names the open view, and opens the list of views. */
export const ViewButton = () => {
  const { view } = useBoard()
  const phone = useWidth() === "phone"
  const typed = useView(({ viewMenu }) => viewMenu)
  const open = typed !== null
  const saved = useView(({ savedView }) => savedView)
  const isCalendar = useView(({ layout }) => layout !== "board")
  const Icon = isCalendar ? Calendar : SquareKanban
  const button = useRef<HTMLButtonElement>(null)
  const close = () => view.set({ viewMenu: null })
  return (
    <>
      {!phone && (
        <button
          ref={button}
          type="button"
          className="view-button row hovers secondary slim"
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-description={commandNames.views}
          data-tip={`${commandNames.views} (${keyLabels.views})`}
          onPointerEnter={() => loadFilter().catch(() => {})}
          onClick={() => view.set({ viewMenu: open ? null : "" })}
        >
          <Icon className="icon small" aria-hidden="true" />
          <span className="truncate" dir="auto">
            {saved?.name ?? (isCalendar ? commandNames.calendar : planPage.pages["/board"])}
          </span>
          <ChevronDown className="icon tiny" aria-hidden="true" />
        </button>
      )}
      {open && (
        <OnDemand layer load={loadFilter} onClose={close} onText={(typed) => view.set({ viewMenu: typed })}>
          {({ ViewMenu }) => <ViewMenu anchor={button} typed={typed} onClose={close} />}
        </OnDemand>
      )}
    </>
  )
}

/** Beside the plan's name: opens and closes the bar, or names the filter while the bar is closed. A phone has it under More. */
export const FilterButton = () => {
  const { view } = useBoard()
  const phone = useWidth() === "phone"
  const open = useView(({ filterBar }) => filterBar)
  const on = useView(({ filtering }) => filtering !== null)
  if (phone) return null
  if (on && !open)
    return (
      <OnDemand load={loadFilter} onClose={() => {}}>
        {({ FilterChip }) => <FilterChip />}
      </OnDemand>
    )
  return (
    <IconButton
      label={commandNames.filter}
      tip={`${commandNames.filter} (${keyLabels.filter})`}
      data-filter-button
      aria-pressed={open}
      onPointerEnter={() => loadFilter().catch(() => {})}
      onClick={() => view.set({ filterBar: !open })}
    >
      <ListFilter className="icon" aria-hidden="true" />
    </IconButton>
  )
}
