import { dueDayOf } from "~/contract/fields/field"
import type { goalCalls, ListedGoal } from "~/contract/goal"
import { invalid, notFound } from "~/contract/problem"
import { changedCardsOf, checkInsOf } from "~/database/key-result.server"
import { goalsMatching } from "~/database/lists/goal-list.server"
import { membersOfPlans } from "~/database/plan.server"
import { calendarOf } from "~/database/sign-in/person.server"
import { oneOf } from "~/domain/board/board.server"
import type { Actor, Handlers } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { listPageInTurn, listPageOf, stillThere } from "~/domain/core/list-page"
import { work } from "~/domain/core/work.server"
import { looksOf, type PersonLook } from "~/rules/people/person-look"
import { paceOf } from "~/rules/progress"
import { sinceCheckIn } from "~/rules/since-check-in"
import { commentsOf } from "./comment.server"

/** The person's calendar day; of a key that of UTC. */
const todayOf = async (person: number | null) => {
  const now = new Date().toISOString()
  const { timeZone } = person === null ? { timeZone: null } : await calendarOf(person)
  return (dueDayOf(now, timeZone ?? undefined) ?? now).slice(0, 10)
}

export const goals: Handlers<Omit<typeof goalCalls, "list">> = {
  ...commentsOf("goal"),
  get: oneOf("goal"),
  create: (actor, input) => work(actor, input.planId, "goal.create", input),
  update: (actor, input) => work(actor, input.planId, "goal.update", input),
  remove: (actor, input) => work(actor, input.planId, "goal.remove", input),
  mine: async (actor, { all = false, completed = false, planId: asked, before = null }) => {
    const planId = asked ?? actor.planScope ?? null
    if (planId !== null) await admit(actor, planId)
    const plans = planId === null ? actor.plans : [planId]
    if (actor.userId === null && plans === null) throw invalid("planId", "Send planId.")
    const day = await todayOf(actor.userId)
    const ownerId = all || actor.userId === null ? null : actor.userId
    const wanted = { plans, person: actor.userId, ownerId, completed, before }
    const { goals, more } = await listPageInTurn(actor, () => goalsMatching(wanted))
    return listPageOf(
      actor,
      stillThere(goals).map((goal) => ({ ...goal, pace: paceOf(goal, day) })),
      more,
    )
  },
  checkIns: async (actor, { planId, id, before }) => {
    const found = await checkInsOf(await admit(actor, planId), id, before)
    if (!found) throw notFound()
    return found
  },
  sinceCheckIn: async (actor, { planId, id }) => {
    const found = await changedCardsOf(await admit(actor, planId), id)
    if (!found) throw notFound()
    return { since: found.since, ...sinceCheckIn(found.cards) }
  },
  checkIn: (actor, input) => work(actor, input.planId, "checkIn.create", input),
  removeCheckIn: (actor, input) => work(actor, input.planId, "checkIn.remove", input),
  updateOrders: (actor, input) => work(actor, input.planId, "goal.updateOrders", input),
}

/** How the owners of goals and those who checked in last look in the goals' plans: by plan, the looks by person. */
export const looksOfGoals = async ({ userId }: Pick<Actor, "userId">, goals: readonly ListedGoal[]) => {
  const named = new Map<number, Set<number>>()
  for (const { planId, owner, lastCheckIn } of goals) {
    const people = [owner, lastCheckIn?.createdBy].flatMap((person) => person?.id ?? [])
    if (people.length > 0) named.set(planId, new Set([...(named.get(planId) ?? []), ...people]))
  }
  const members = userId === null || named.size === 0 ? [] : await membersOfPlans(userId, [...named.keys()])
  const looks: Record<number, [id: number, look: PersonLook][]> = {}
  for (const [planId, people] of named) {
    const all = looksOf(members.filter((member) => member.planId === planId))
    looks[planId] = [...all].filter(([id]) => people.has(id))
  }
  return looks
}
