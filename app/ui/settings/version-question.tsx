import { ArrowRight, Pencil, Plus, Trash2 } from "lucide-react"
import type { ReactNode } from "react"
import { cardFieldNames } from "~/contract/fields/card-field-texts"
import { fieldIn } from "~/contract/fields/card-fields"
import { planCalls } from "~/contract/plan"
import type { CardChange, PlanVersion, VersionChanges } from "~/contract/plan-version"
import { shortDay } from "~/rules/dates"
import { Spinner } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { useCall } from "~/ui/parts/use-call"
import { cardTexts } from "~/ui/plan/texts"
import { Ask } from "~/ui/settings/ask"
import { planAdmin } from "~/ui/settings/texts"
import "./plan-admin.css"

type VersionQuestionProps = {
  planId: number
  version: PlanVersion
  /** The author and the time. */
  about: string
  onCancel(): void
  /** The buttons; `ready`: the changes are known, or cannot be. */
  children(ready: boolean): ReactNode
}

/** Asks before a version is restored, and shows what that changes. */
export const VersionQuestion = ({ planId, version, about, onCancel, children }: VersionQuestionProps) => {
  const { value: shown, failed } = useCall(planCalls.revisionChanges, { planId, revisionId: version.id })
  const same = shown && shown.first.length === 0 && shown.reordered === 0
  return (
    <Ask
      title={planAdmin.restoreQuestion(version.description)}
      text={same ? `${about}. ${planAdmin.nothingChanges}` : about}
      more={
        shown ? (
          same ? null : (
            <Changes changes={shown} />
          )
        ) : (
          <span className="row secondary" role="status">
            {!failed && <Spinner />}
            {failed ? planAdmin.notCompared : planAdmin.comparing}
          </span>
        )
      }
      cancel={same ? common.close : undefined}
      onCancel={onCancel}
    >
      {!same && children(shown !== undefined || failed)}
    </Ask>
  )
}

const icons = { restored: Plus, changed: Pencil, moved: ArrowRight, deleted: Trash2 } as const
const tones = { restored: "good", changed: "warn", moved: "accent", deleted: "bad" } as const

const Changes = ({ changes }: { changes: VersionChanges }) => (
  <ul className="version-changes divided fine">
    {changes.first.map((card) => {
      const Icon = icons[card.effect]
      return (
        <li key={`${card.entity}:${card.id}`}>
          <span className="version-effect centered" data-tone={tones[card.effect]} aria-hidden="true">
            <Icon className="icon tiny" />
          </span>
          <span className="truncate" dir="auto">
            {card.name.trim() || cardTexts[untitled[card.entity]]}
          </span>
          <span className="muted truncate">{effectOf(card)}</span>
        </li>
      )
    })}
    <li className="muted numeric">{planAdmin.effects(changes)}</li>
  </ul>
)

const untitled = { goal: "untitledGoal", item: "untitledAction", task: "untitledTask" } as const

type Field = CardChange["fields"][number]

/** The effect on a card, in a few words. */
const effectOf = ({ effect, entity, notes, fields }: CardChange) => {
  const words = planAdmin.effect
  if (effect === "restored") return words.restored(notes)
  if (effect === "deleted") return words.deleted
  return [...new Set(fields.map((field) => fieldOf(entity, field)))].join(", ")
}

const fieldOf = (entity: CardChange["entity"], { name, from, to }: Field): string => {
  const words = planAdmin.effect
  if (entity === "task" && name === "type")
    return `${cardTexts.columns[Number(from)] ?? ""} → ${cardTexts.columns[Number(to)] ?? ""}`
  if (name === "itemId") return words.toAction
  if (name === "goalId") return words.toGoal
  if (name === "focusDate") return to === null ? words.outOfFocus : words.intoFocus
  const field = fieldIn(entity, name)
  const label = field?.kind ? cardFieldNames[name as keyof typeof cardFieldNames] : words.other
  const said = (value: Field["from"]) =>
    value === null || value === undefined ? words.none : field?.kind === "day" ? shortDay(String(value)) : String(value)
  const isShort = (field?.kind === "number" || field?.kind === "day") && to !== undefined
  return isShort ? words.fromTo(label, said(from), said(to)) : label
}
