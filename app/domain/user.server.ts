import type { Handlers } from "~/contract/call"
import { invalid, notFound, refusal } from "~/contract/problem"
import type { userCalls } from "~/contract/user"
import { personById, sharesAPlan, systemAdmins, updatePerson } from "~/database/people.server"
import { membersOf, planRoleOf } from "~/database/plan.server"
import { type Actor, personOf } from "./actor"
import { personChanged } from "./session.server"
import { allow } from "./work.server"

export const users: Handlers<typeof userCalls, Actor> = {
  list: async (actor, { planId }) => {
    allow(actor, planId, await planRoleOf(personOf(actor), planId), 2)
    return (await membersOf(planId)).map(({ planRole, email, ...user }) => user)
  },
  listOfPlan: async (actor, { planId }) => {
    const role = allow(actor, planId, await planRoleOf(personOf(actor), planId), 2)
    const members = await membersOf(planId)
    return role === 0 ? members : members.map(({ email, ...member }) => member)
  },
  update: async (actor, { id, userName, role }) => {
    const person = personOf(actor)
    const target = await personById(id)
    if (!target || (id !== person && actor.systemRole !== 0 && !(await sharesAPlan(person, id)))) throw notFound()
    if (id !== person && userName !== undefined && userName !== target.userName) {
      throw actor.systemRole === 0 ? invalid("userName", "Only the person may change the name.") : notFound()
    }
    if (role !== undefined && role !== target.role) {
      if (actor.systemRole !== 0) throw refusal(403, "Only a System Admin may change a system role.")
      if (target.role === 0 && (await systemAdmins()) < 2) throw refusal(409, "The last System Admin keeps this role.")
    } else if (id !== person && actor.systemRole !== 0) throw notFound()
    const name = userName?.trim()
    if ((name !== undefined && name !== target.userName) || (role !== undefined && role !== target.role)) {
      await updatePerson(id, name ?? null, role ?? null, person, actor.clientId, actor.via)
      await personChanged(id)
    }
    return (await personById(id)) ?? target
  },
}
