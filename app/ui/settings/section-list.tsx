import clsx from "clsx"
import { ChevronRight } from "lucide-react"
import { type MouseEvent, useContext, useEffect, useState } from "react"
import { call } from "~/client/api"
import type { Profile } from "~/contract/account"
import { aiCalls } from "~/contract/ai"
import { keyCalls } from "~/contract/integration"
import type { Plan } from "~/contract/plan"
import { linkCalls } from "~/contract/public-link"
import { deepLinkPath, type SettingsSection } from "~/contract/shared/deep-link"
import { userCalls } from "~/contract/user"
import { BoardContext } from "~/ui/plan/board-context"
import { mailFlags } from "~/ui/settings/plan-prefs"
import { type Entry, entryOf, isFor, onBoard, sectionsFor } from "~/ui/settings/sections"
import { planAdmin } from "~/ui/settings/texts"

type SectionListProps = {
  plan: Plan
  user: Profile
  shown: SettingsSection | undefined
  phone: boolean
  onSection(section: SettingsSection): void
}

type Held = { people?: number; model?: string; keys?: boolean; link?: boolean }

/** Details of the sections that only the server has, for a phone's list; each appears as it arrives. */
const useHeld = ({ id: planId, planRole, isArchived }: Plan, wanted: boolean) => {
  const [held, setHeld] = useState<Held>({})
  useEffect(() => {
    if (!wanted || !isFor({ planRole, isArchived }, "integrations")) return
    let open = true
    const fill = (work: Promise<Held>) =>
      work.then(
        (more) => open && setHeld((before) => ({ ...before, ...more })),
        // The list works without it.
        () => {},
      )
    void fill(call(userCalls.listOfPlan, { planId }).then(({ length }) => ({ people: length })))
    void fill(call(aiCalls.provider, {}).then(({ provider }) => (provider ? { model: provider.model } : {})))
    void fill(call(keyCalls.keys, { planId }).then(({ length }) => ({ keys: length > 0 })))
    void fill(call(linkCalls.link, { planId }).then((link) => ({ link: link !== null })))
    return () => {
      open = false
    }
  }, [planId, planRole, isArchived, wanted])
  return held
}

/** Links to the sections; on a phone with what each holds. */
export const SectionList = ({ plan, user, shown, phone, onSection }: SectionListProps) => {
  const board = useContext(BoardContext)
  const held = useHeld(plan, phone)
  const follow = (event: MouseEvent, section: SettingsSection) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onSection(section)
  }
  const holds = (section: SettingsSection) => {
    if (section === "labels") return board?.session.store.list("labels").length || undefined
    if (section === "people") return board ? board.session.store.members().length : held.people
    if (section === "ai") return plan.aiEnabled ? held.model : undefined
    if (section === "integrations") return planAdmin.integrationsHold(held.keys === true, held.link === true)
    if (section !== "email") return undefined
    const flags = user.userPlans.find(({ planId }) => planId === plan.id)
    return flags && planAdmin.mailsOn(mailFlags.filter((flag) => flags[flag]).length)
  }
  const link = ({ section, label, Icon }: Entry) => (
    <a
      key={section}
      href={deepLinkPath(plan.id, { type: "settings", section })}
      data-section={section}
      className={clsx("row rigid", section === "delete" && "destroy")}
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
  return (
    <nav className="flow grow" aria-label={planAdmin.settings}>
      {sectionsFor(plan)
        .filter(({ section }) => board || !onBoard(section))
        .map(link)}
    </nav>
  )
}
