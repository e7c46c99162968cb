import { ChevronDown, ChevronRight } from "lucide-react"
import { type ReactNode, useState } from "react"
import type { Plan } from "~/contract/plan"
import { folded } from "~/rules/folded"
import type { useManyPlans } from "~/ui/home/many-plans"
import { PlanCard } from "~/ui/home/plan-card"
import type { PlanAct } from "~/ui/home/plan-menu"
import { homeTexts } from "~/ui/home/texts"
import { useWidth } from "~/ui/parts/use-width"

type PlanListProps = {
  list: ReturnType<typeof useManyPlans>
  /** Before the plans' cards. */
  invitations: ReactNode[]
  renderedAt: number
  onAct(act: PlanAct, plan: Plan): void
}

/**
 * The plans of My Plans: starred ones first, as cards; of many, the others as rows; archived ones at the end, folded. While searching, all
 * that are found are one list.
 */
export const PlanList = ({ list, invitations, renderedAt, onAct }: PlanListProps) => {
  const { many, shown, searches } = list
  const phone = useWidth() === "phone"
  const [showsArchived, setShowsArchived] = useState(false)
  const wanted = many ? folded(list.query.trim()) : ""
  const cardsOf = (plans: readonly Plan[]) =>
    plans.map((plan) => <PlanCard key={plan.id} plan={plan} wanted={wanted} renderedAt={renderedAt} onAct={onAct} />)
  if (searches) {
    return (
      <>
        {invitations.length > 0 && <div className="plans-grid grid">{invitations}</div>}
        <div className="plan-rows grid">{cardsOf(shown)}</div>
        {shown.length === 0 && <p className="nothing plans-none secondary">{homeTexts.noneFound}</p>}
      </>
    )
  }
  const open = shown.filter(({ isArchived }) => !isArchived)
  const archived = shown.filter(({ isArchived }) => isArchived)
  const starred = open.filter((plan) => plan.starred)
  const others = open.filter((plan) => !plan.starred)
  const rows = many && phone
  const grid = [...invitations, ...(rows ? [] : cardsOf(starred)), ...(many ? [] : cardsOf(others))]
  const Chevron = showsArchived ? ChevronDown : ChevronRight
  return (
    <>
      {many && starred.length > 0 && <Heading text={homeTexts.starred} count={starred.length} />}
      {grid.length > 0 && <div className="plans-grid grid">{grid}</div>}
      {rows && <div className="plan-rows grid">{cardsOf(starred)}</div>}
      {many && starred.length > 0 && others.length > 0 && <Heading text={homeTexts.allPlans} count={others.length} />}
      {many && <div className="plan-rows grid">{cardsOf(others)}</div>}
      {archived.length > 0 && (
        <section className="plans-archived">
          <h2>
            <button
              type="button"
              className="row slim"
              aria-expanded={showsArchived}
              onClick={() => setShowsArchived(!showsArchived)}
            >
              <Chevron className="icon" aria-hidden="true" />
              {homeTexts.archived}
              <span className="muted numeric">{archived.length}</span>
            </button>
          </h2>
          {showsArchived && <div className="plan-rows grid">{cardsOf(archived)}</div>}
        </section>
      )}
    </>
  )
}

const Heading = ({ text, count }: { text: string; count: number }) => (
  <h2 className="plans-heading">
    {text} <span className="muted numeric">{count}</span>
  </h2>
)
