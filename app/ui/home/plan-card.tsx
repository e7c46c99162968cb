import { Link } from "@remix-run/react"
import clsx from "clsx"
import { Ellipsis, Star } from "lucide-react"
import { useRef, useState } from "react"
import { selectedPlan } from "~/client/memory/selected-plan"
import type { Plan } from "~/contract/plan"
import type { PlanAct } from "~/ui/home/plan-menu"
import { homeTexts } from "~/ui/home/texts"
import { IconButton } from "~/ui/parts/button"
import { Marked } from "~/ui/parts/marked"
import { OnDemand, preload } from "~/ui/parts/on-demand"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { RelativeTime } from "~/ui/parts/relative-time"
import { common } from "~/ui/parts/texts"

const loadMenu = () => import("~/ui/home/plan-menu")

type PlanCardProps = {
  plan: Plan
  /** Marked in its name. */
  wanted: string
  renderedAt: number
  onAct(act: PlanAct, plan: Plan): void
}

/** A plan's card: its name is a link stretched over the card, with its buttons above it. */
export const PlanCard = ({ plan, wanted, renderedAt, onAct }: PlanCardProps) => {
  const name = plan.name || common.untitledPlan
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  const words = plan.isArchived
    ? homeTexts.archivedAt
    : plan.isTemplate
      ? homeTexts.templateEdit
      : plan.planRole === 2
        ? homeTexts.viewOnlyEdit
        : homeTexts.lastEdit
  return (
    <article className="plan surface anchor" data-archived={plan.isArchived || undefined}>
      <PlanPicture className="plan-pic full" planId={plan.id} url={plan.imageUrl} />
      <div className="plan-words flow slim">
        <h2 className={clsx("plan-name clamped breaks", !plan.name && "untitled")}>
          <Link to={`/board?planId=${plan.id}`} prefetch="intent" onClick={() => selectedPlan.write(plan.id)}>
            <Marked text={name} wanted={plan.name ? wanted : ""} />
          </Link>
        </h2>
        <p className="plan-edited fine muted">
          <RelativeTime at={plan.lastEdit} renderedAt={renderedAt} words={words} />
        </p>
      </div>
      <div className="plan-buttons row">
        {plan.starred && (
          <IconButton
            className="plan-star"
            label={homeTexts.starredName(name)}
            aria-pressed
            onClick={() => onAct("star", plan)}
          >
            <Star className="icon" aria-hidden="true" />
          </IconButton>
        )}
        <IconButton
          ref={button}
          label={common.menuOf(name)}
          aria-haspopup="menu"
          aria-expanded={open}
          onPointerEnter={() => void preload(loadMenu)}
          onFocus={() => void preload(loadMenu)}
          onClick={() => setOpen(true)}
        >
          <Ellipsis className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      {open && (
        <OnDemand layer load={loadMenu} onClose={close}>
          {({ PlanMenu }) => (
            <PlanMenu anchor={button} plan={plan} name={name} onAct={(act) => onAct(act, plan)} onClose={close} />
          )}
        </OnDemand>
      )}
    </article>
  )
}
