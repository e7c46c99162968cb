import {
  Download,
  History,
  type LucideIcon,
  Mail,
  Plug,
  SlidersHorizontal,
  Sparkle,
  Tag,
  Trash2,
  Users,
} from "lucide-react"
import { type Capability, can } from "~/contract/capability"
import type { Plan } from "~/contract/plan"
import type { SettingsSection } from "~/contract/shared/deep-link"
import { planAdmin, planLabels } from "~/ui/settings/texts"

export type Entry = {
  section: SettingsSection
  label: string
  Icon: LucideIcon
  needs: Capability
  /** It has nothing but controls that an archived plan refuses. */
  changes?: true
}

/** The list of sections. Deleted cards are a part of History. */
const entries = (): readonly Entry[] => [
  { section: "plan", label: planAdmin.planSection, Icon: SlidersHorizontal, needs: "takePart" },
  { section: "people", label: planAdmin.peopleSection, Icon: Users, needs: "manageMembers" },
  { section: "labels", label: planLabels.section, Icon: Tag, needs: "changeBoard", changes: true },
  { section: "email", label: planAdmin.email, Icon: Mail, needs: "takePart" },
  { section: "ai", label: planAdmin.aiSection, Icon: Sparkle, needs: "changePlan", changes: true },
  { section: "history", label: planAdmin.historySection, Icon: History, needs: "restore" },
  { section: "export", label: planAdmin.exportSection, Icon: Download, needs: "takePart" },
  { section: "integrations", label: planAdmin.integrationsSection, Icon: Plug, needs: "manageKey" },
  { section: "delete", label: planAdmin.deleteSection, Icon: Trash2, needs: "deletePlan" },
]

export const entryOf = (section: SettingsSection): SettingsSection => (section === "deleted" ? "history" : section)

type Standing = Pick<Plan, "planRole" | "isArchived">

export const sectionsFor = ({ planRole, isArchived }: Standing): readonly Entry[] =>
  entries().filter(({ needs, changes }) => can(planRole, needs) && !(isArchived && changes))

export const isFor = (plan: Standing, section: SettingsSection) =>
  sectionsFor(plan).some((entry) => entry.section === entryOf(section))

/** Sections of what is on the board: there are none over My Plans. */
export const onBoard = (section: SettingsSection) => section === "labels"
