import "./menus.css"
import { Archive, ArchiveRestore, Copy, LayoutTemplate, SlidersHorizontal, Star, StarOff } from "lucide-react"
import type { RefObject } from "react"
import { MenuItem } from "react-aria-components"
import { can, canNow } from "~/contract/capability"
import type { Plan } from "~/contract/plan"
import { homeTexts as texts } from "~/ui/home/texts"
import { MenuPopup } from "~/ui/parts/popup"
import { common } from "~/ui/parts/texts"

export type PlanAct = "star" | "settings" | "copy" | "template" | "archive"

type PlanMenuProps = {
  anchor: RefObject<HTMLElement | null>
  plan: Plan
  name: string
  onAct(act: PlanAct): void
  onClose(): void
}

/** What can be done with a plan of My Plans. Import it lazily: it loads the menu's code. */
export const PlanMenu = ({ anchor, plan, name, onAct, onClose }: PlanMenuProps) => {
  const { starred, isTemplate, isArchived, planRole } = plan
  const entries = [
    { act: "star", Icon: starred ? StarOff : Star, label: starred ? texts.unstar : texts.star, may: true },
    { act: "settings", Icon: SlidersHorizontal, label: texts.settings, may: true },
    { act: "copy", Icon: Copy, label: texts.copyPlan, may: can(planRole, "copyPlan") },
    {
      act: "template",
      Icon: LayoutTemplate,
      label: isTemplate ? texts.endTemplate : texts.useAsTemplate,
      may: canNow(plan, "changePlan"),
    },
    {
      act: "archive",
      Icon: isArchived ? ArchiveRestore : Archive,
      label: isArchived ? texts.unarchive : texts.archive,
      may: can(planRole, "changePlan"),
    },
  ] as const
  return (
    <MenuPopup
      label={common.menuOf(name)}
      anchor={anchor}
      className="plan-menu"
      onAction={(key) => onAct(key as PlanAct)}
      onClose={onClose}
    >
      {entries
        .filter(({ may }) => may)
        .map(({ act, Icon, label }) => (
          <MenuItem key={act} id={act} className="list-row" textValue={label}>
            <Icon className="icon" aria-hidden="true" />
            <span className="grow">{label}</span>
          </MenuItem>
        ))}
    </MenuPopup>
  )
}
