import "./menus.css"
import { Copy, FileUp, Sparkles } from "lucide-react"
import { type RefObject, useCallback } from "react"
import { Header, MenuItem, MenuSection, Separator } from "react-aria-components"
import { call } from "~/client/api"
import { type Plan, planCalls } from "~/contract/plan"
import { homeTexts as texts } from "~/ui/home/texts"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { MenuPopup } from "~/ui/parts/popup"
import { common } from "~/ui/parts/texts"
import { useLoaded } from "~/ui/parts/use-call"

export type Beginning = "copy" | "import" | "sample"

type BeginMenuProps = {
  anchor: RefObject<HTMLElement | null>
  templates: readonly Plan[]
  /** Whether there is a plan to copy. */
  copies: boolean
  onTemplate(plan: Plan): void
  onBegin(what: Beginning): void
  onClose(): void
}

/** Other ways to begin a plan than an empty one. Import it lazily: it loads the menu's code. */
export const BeginMenu = ({ anchor, templates, copies, onTemplate, onBegin, onClose }: BeginMenuProps) => {
  const ids = templates.map(({ id }) => id).join()
  const load = useCallback(async () => {
    const counted = await Promise.all(
      (ids === "" ? [] : ids.split(",").map(Number)).map(async (planId) => {
        const { goals, items, tasks } = await call(planCalls.contents, { planId })
        return [planId, texts.contents(goals, items, tasks)] as const
      }),
    )
    return new Map(counted)
  }, [ids])
  const { value: counts } = useLoaded(load)
  const ways = [
    ...(copies ? ([{ what: "copy", Icon: Copy, label: texts.copyAPlan, hint: "" }] as const) : []),
    { what: "import", Icon: FileUp, label: texts.importFile, hint: texts.importHint },
    { what: "sample", Icon: Sparkles, label: texts.openSample, hint: "" },
  ] as const
  return (
    <MenuPopup
      label={texts.otherWays}
      anchor={anchor}
      className="begin-menu"
      onAction={(key) => {
        const template = templates.find(({ id }) => `template ${id}` === key)
        if (template) onTemplate(template)
        else onBegin(key as Beginning)
      }}
      onClose={onClose}
    >
      {templates.length > 0 && (
        <MenuSection>
          <Header className="menu-heading fine muted">{texts.fromTemplate}</Header>
          {templates.map((plan) => (
            <MenuItem
              key={plan.id}
              id={`template ${plan.id}`}
              className="list-row begin-template"
              textValue={plan.name || common.untitledPlan}
            >
              <PlanPicture className="begin-picture rigid" planId={plan.id} url={plan.imageUrl} />
              <span className="grow flow begin-words">
                <span className="truncate" dir="auto">
                  {plan.name || common.untitledPlan}
                </span>
                <small className="fine muted numeric">{counts?.get(plan.id) ?? "\u00a0"}</small>
              </span>
            </MenuItem>
          ))}
        </MenuSection>
      )}
      {templates.length > 0 && <Separator />}
      {ways.map(({ what, Icon, label, hint }) => (
        <MenuItem key={what} id={what} className="list-row" textValue={label} aria-description={hint || undefined}>
          <Icon className="icon" aria-hidden="true" />
          <span className="grow">{label}</span>
        </MenuItem>
      ))}
    </MenuPopup>
  )
}
