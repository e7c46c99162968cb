import { ListFilter } from "lucide-react"
import { useState } from "react"
import { IconButton } from "~/ui/parts/button"
import { OnDemand } from "~/ui/parts/on-demand"
import { useWidth } from "~/ui/parts/use-width"
import { useBoard, useView } from "~/ui/plan/board-context"
import { commandNames, keyLabels } from "~/ui/plan/key-texts"

const loadFilter = () => import("~/ui/filter/filter")

/** The filter of the board, once there is one to show or to read. */
export const FilterHost = () => {
  const { view } = useBoard()
  const phone = useWidth() === "phone"
  const shown = useView(
    ({ filtering, filterText, filterBar }) => filterBar || filtering !== null || filterText !== null,
  )
  const open = useView(({ filterBar }) => filterBar)
  const [typed, setTyped] = useState("")
  if (!shown) return null
  return (
    <OnDemand
      layer={open && "while loading"}
      load={loadFilter}
      onClose={() => view.set({ filterBar: false, filterText: null })}
      onText={setTyped}
    >
      {({ Filter }) => <Filter phone={phone} typed={typed} onTyped={() => setTyped("")} />}
    </OnDemand>
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
