import { type Plan, planCalls } from "~/contract/plan"
import { listText } from "~/contract/shared/language/format"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { common } from "~/ui/parts/texts"
import { useCall } from "~/ui/parts/use-call"
import { contentTexts } from "~/ui/plan/content-texts"
import { planAdmin } from "~/ui/settings/texts"
import { useMembersOf } from "~/ui/settings/use-members"
import "./sections.css"

const mostNames = 2

type PlanNamedProps = { plan: Pick<Plan, "id" | "name" | "imageUrl">; userId: number }

/** A plan with its picture, what is in it, and with whom it is shared. */
export const PlanNamed = ({ plan: { id, name, imageUrl }, userId }: PlanNamedProps) => {
  // Without an answer, the plan is named alone.
  const { value: contents } = useCall(planCalls.contents, { planId: id })
  const others = useMembersOf(id)
    .filter((member) => member.id !== userId)
    .map(({ userName }) => userName)
  const more = others.length - mostNames
  const people = more > 1 ? [...others.slice(0, mostNames), planAdmin.others(more)] : others
  return (
    <div className="plan-named grid">
      <PlanPicture planId={id} url={imageUrl} width={52} height={48} />
      <div>
        <b dir="auto">{name || common.untitledPlan}</b>
        {contents && <small className="numeric">{contentTexts.list(contents).join(", ") || planAdmin.isEmpty}</small>}
        {people.length > 0 && <small>{planAdmin.sharedWith(listText(people))}</small>}
      </div>
    </div>
  )
}
