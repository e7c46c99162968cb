import { type MemberName, memberNames } from "~/database/plan.server"
import { withDistinctNames } from "~/rules/people/person-name"

/** What the plan's members are called where the plan is shown, by id: equal names are numbered. */
export const shownNamesOf = (members: readonly MemberName[]): ReadonlyMap<number, string> =>
  new Map(withDistinctNames(members).map(({ id, userName }) => [id, userName]))

export const shownNames = async (planId: number) => shownNamesOf(await memberNames(planId))

type Named = { id: number | null; userName: string }

/** What people are called in the plan, those included who become members by the change that is made. */
export const namingIn = async (planId: number | null) => {
  const members = planId === null ? [] : await memberNames(planId)
  return ({ id, userName }: Named): string => {
    if (id === null) return userName
    const all = members.some((member) => member.id === id) ? members : [...members, { id, userName }]
    return withDistinctNames(all).find((member) => member.id === id)?.userName ?? userName
  }
}
