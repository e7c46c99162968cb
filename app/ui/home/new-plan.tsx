import { ChevronDown } from "lucide-react"
import { type ReactNode, useRef, useState } from "react"
import type { Plan } from "~/contract/plan"
import type { Beginning } from "~/ui/home/begin-menu"
import { homeTexts } from "~/ui/home/texts"
import { Button } from "~/ui/parts/button"
import { OnDemand, preload } from "~/ui/parts/on-demand"

export type { Beginning }

const loadMenu = () => import("~/ui/home/begin-menu")

type NewPlanProps = {
  templates: readonly Plan[]
  copies: boolean
  busy: boolean
  onTemplate(plan: Plan): void
  onBegin(what: Beginning): void
  /** The button that makes an empty plan. */
  children: ReactNode
}

/** A split button: an empty plan, and beside it the other ways to begin one. */
export const NewPlan = ({ templates, copies, busy, onTemplate, onBegin, children }: NewPlanProps) => {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  return (
    <span className="split-button row">
      {children}
      <Button
        ref={button}
        variant="primary"
        busy={busy}
        aria-label={homeTexts.otherWays}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => void preload(loadMenu)}
        onFocus={() => void preload(loadMenu)}
        onClick={() => setOpen(true)}
      >
        {!busy && <ChevronDown className="icon" aria-hidden="true" />}
      </Button>
      {open && (
        <OnDemand layer load={loadMenu} onClose={close}>
          {({ BeginMenu }) => (
            <BeginMenu
              anchor={button}
              templates={templates}
              copies={copies}
              onTemplate={onTemplate}
              onBegin={onBegin}
              onClose={close}
            />
          )}
        </OnDemand>
      )}
    </span>
  )
}
