import { Link } from "@remix-run/react"
import clsx from "clsx"
import { Ellipsis } from "lucide-react"
import { selectedPlan } from "~/client/memory/selected-plan"
import type { Plan } from "~/contract/plan"
import { homeTexts } from "~/ui/home/texts"
import { IconButton } from "~/ui/parts/button"
import { Marked } from "~/ui/parts/marked"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { RelativeTime } from "~/ui/parts/relative-time"
import { common } from "~/ui/parts/texts"

type PlanCardProps = {
  plan: Plan
  /** Marked in its name. */
  wanted: string
  renderedAt: number
  onMenu(plan: Plan): void
  onMenuNear(): void
}

/** A plan's card: its name is a link stretched over the card, with the menu button above it. */
export const PlanCard = ({ plan, wanted, renderedAt, onMenu, onMenuNear }: PlanCardProps) => {
  const name = plan.name || common.untitledPlan
  return (
    <article className="plan">
      <PlanPicture className="plan-pic" planId={plan.id} url={plan.imageUrl} />
      <div className="plan-words flow slim">
        <h2 className={clsx("plan-name clamped breaks", !plan.name && "untitled")}>
          <Link to={`/board?planId=${plan.id}`} prefetch="intent" onClick={() => selectedPlan.write(plan.id)}>
            <Marked text={name} wanted={plan.name ? wanted : ""} />
          </Link>
        </h2>
        <p className="plan-edited fine muted">
          <RelativeTime at={plan.lastEdit} renderedAt={renderedAt} words={homeTexts.lastEdit} />
        </p>
      </div>
      <IconButton
        label={homeTexts.menuOf(name)}
        aria-haspopup="dialog"
        onPointerEnter={onMenuNear}
        onFocus={onMenuNear}
        onClick={() => onMenu(plan)}
      >
        <Ellipsis className="icon" aria-hidden="true" />
      </IconButton>
    </article>
  )
}
