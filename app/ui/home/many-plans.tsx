import { useEffect, useRef, useState } from "react"
import { planOrder, singleKeys } from "~/client/memory/choices"
import type { Plan } from "~/contract/plan"
import { manyPlans, type PlanOrder, planOrders, plansShown } from "~/rules/plan-list"
import { homeTexts } from "~/ui/home/texts"
import { SearchField } from "~/ui/parts/search-field"
import { shortcutKey } from "~/ui/parts/shortcut-keys"
import { useHydrating } from "~/ui/parts/use-hydrating"

const isOrder = (value: string | null): value is PlanOrder => planOrders.some((each) => each === value)

/** The plans as they are searched and sorted; with few plans, all of them as they come. */
export const useManyPlans = (plans: readonly Plan[]) => {
  const many = plans.length >= manyPlans
  const [query, setQuery] = useState("")
  const [order, setOrder] = useState<PlanOrder>("lastEdit")
  useEffect(() => {
    const stored = planOrder.read()
    if (isOrder(stored)) setOrder(stored)
  }, [])
  const choose = (next: PlanOrder) => {
    setOrder(next)
    planOrder.write(next)
  }
  const shown = many ? plansShown(plans, query, order) : plans
  return { many, query, setQuery, order, choose, shown, searches: many && query.trim() !== "" }
}

type PlanToolsProps = Pick<ReturnType<typeof useManyPlans>, "query" | "setQuery" | "order" | "choose"> & {
  /** Enter in the search. */
  onEnter(): void
}

/** Searching and sorting of My Plans. The slash key goes to the search. */
export const PlanTools = ({ query, setQuery, order, choose, onEnter }: PlanToolsProps) => {
  const field = useRef<HTMLInputElement>(null)
  const hydrating = useHydrating()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (shortcutKey(event) !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.target !== document.body || !singleKeys.on()) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [])
  return (
    <>
      <SearchField
        className="soft plans-search"
        field={field}
        shortcut={!hydrating && singleKeys.on() ? "/" : undefined}
        label={homeTexts.search}
        clear={homeTexts.clear}
        value={query}
        onChange={setQuery}
        onKeyDown={({ key, nativeEvent }) => key === "Enter" && !nativeEvent.isComposing && onEnter()}
      />
      <select
        className="input plans-order"
        aria-label={homeTexts.sortedBy}
        value={order}
        onChange={({ target }) => choose(target.value as PlanOrder)}
      >
        {planOrders.map((each) => (
          <option key={each} value={each}>
            {homeTexts.orders[each]}
          </option>
        ))}
      </select>
    </>
  )
}
