import clsx from "clsx"
import { ChevronRight } from "lucide-react"
import { type MouseEvent, useContext } from "react"
import type { Profile } from "~/contract/account"
import { deepLinkPath, type SettingsSection } from "~/contract/deep-link"
import type { Plan } from "~/contract/plan"
import { BoardContext } from "~/ui/plan/board-context"
import { mailFlags } from "~/ui/settings/plan-prefs"
import { type Entry, entryOf, sectionsFor } from "~/ui/settings/sections"
import { planAdmin } from "~/ui/settings/texts"

type SectionListProps = {
  plan: Plan
  user: Profile
  shown: SettingsSection | undefined
  phone: boolean
  onSection(section: SettingsSection): void
}

/** Links to the sections; on a phone with what each holds. */
export const SectionList = ({ plan, user, shown, phone, onSection }: SectionListProps) => {
  const board = useContext(BoardContext)
  const follow = (event: MouseEvent, section: SettingsSection) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onSection(section)
  }
  const holds = (section: SettingsSection) => {
    if (section === "people") return board && String(board.session.store.members().length)
    if (section === "integrations") return plan.integrationEnabled ? planAdmin.key : undefined
    if (section !== "email") return undefined
    const flags = user.userPlans.find(({ planId }) => planId === plan.id)
    return flags && planAdmin.mailsOn(mailFlags.filter((flag) => flags[flag]).length)
  }
  const link = ({ section, label, Icon }: Entry) => (
    <a
      key={section}
      href={deepLinkPath(plan.id, { type: "settings", section })}
      data-section={section}
      className={clsx(section === "delete" && "destroy")}
      aria-current={shown !== undefined && entryOf(shown) === section ? "page" : undefined}
      onClick={(event) => follow(event, section)}
    >
      <Icon className="icon" aria-hidden="true" />
      <span className="grow">{label}</span>
      {phone && (
        <>
          <span className="muted numeric">{holds(section)}</span>
          <ChevronRight className="icon small muted" aria-hidden="true" />
        </>
      )}
    </a>
  )
  return <nav aria-label={planAdmin.settings}>{sectionsFor(plan.planRole).map(link)}</nav>
}
