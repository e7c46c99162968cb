import { memberNames } from "~/database/plan.server"
import { withDistinctNames } from "~/rules/person-name"

/** What the plan's members are called where the plan is shown, by id: equal names are numbered. */
export const shownNames = async (planId: number): Promise<ReadonlyMap<number, string>> =>
  new Map(withDistinctNames(await memberNames(planId)).map(({ id, userName }) => [id, userName]))
