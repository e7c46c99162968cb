import type { Profile } from "~/contract/account"
import type { Plan } from "~/contract/plan"

/** A PlanAdmin of the plan, its owner, or a SystemAdmin. */
export const mayAdminister = (user: Pick<Profile, "id" | "role">, plan: Pick<Plan, "ownerId" | "planRole">) =>
  plan.planRole === 0 || plan.ownerId === user.id || user.role === 0
