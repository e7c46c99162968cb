// staleIn(): why changes of a proposal no longer fit the plan. misfitsOf(): which of them.
import type { Change } from "~/contract/change-set"
import type { Admission } from "~/database/admission.server"
import { lastEntries } from "~/database/review.server"
import { sentencesOf } from "~/domain/audit.server"
import { type Misfit, misfitsIn } from "~/rules/agent/misfits"
import { dayOf } from "~/rules/dates"
import { repeating } from "~/rules/repeat/repeated"
import { reviewTexts } from "./answer-texts"
import type { PlanCopy } from "./plan-copy.server"

/** Of a proposal: who has made it, and when. */
type Made = { personId: number | null; userName: string; changes: readonly Change[]; createdDate: string }

export const misfitsOf = (copy: PlanCopy, { personId, userName, changes }: Omit<Made, "createdDate">) => {
  let free = -1
  const now = new Date().toISOString()
  const repeat = repeating({ today: () => dayOf(now), newId: () => free-- })
  const context = { now, actor: { id: personId, userName }, repeat }
  return misfitsIn(copy.fresh, changes, { ...context, nextId: () => free-- })
}

/** Why changes no longer fit, by position: who has changed their card since, or what a rule says. */
export const staleIn = async (plan: Admission, copy: PlanCopy, proposal: Made): Promise<Map<number, string>> => {
  const misfits = misfitsOf(copy, proposal)
  const drifted = [...misfits].flatMap(([at, misfit]) => {
    const { entity, id } = proposal.changes[at] as Change
    return "field" in misfit && id ? [{ at, entity, id, field: misfit.field }] : []
  })
  const entries = await lastEntries(plan, proposal.createdDate, drifted)
  const said = await sentencesOf(
    plan,
    entries.flatMap((entry) => entry ?? []),
  )
  const sentences = new Map(drifted.map(({ at }, index) => [at, said.get(entries[index] ?? 0)]))
  return new Map([...misfits].map(([at, misfit]) => [at, sentences.get(at) ?? plainly(misfit)]))
}

const plainly = (misfit: Misfit) =>
  "refused" in misfit ? misfit.refused : misfit.field === null ? reviewTexts.gone : reviewTexts.changed
