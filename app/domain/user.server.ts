import type { Handlers } from "~/contract/call"
import { invalid, notFound, refusal } from "~/contract/problem"
import type { userCalls } from "~/contract/user"
import {
  enablePerson,
  personById,
  planPreferencesOf,
  sharesAPlan,
  systemAdmins,
  updatePerson,
} from "~/database/people.server"
import { membersOf, planRoleOf } from "~/database/plan.server"
import { type Actor, personOf } from "./actor"
import { personChanged } from "./session.server"
import { allow, carryOut } from "./work.server"

export const users: Handlers<Omit<typeof userCalls, "avatar" | "setAvatar" | "removeAvatar">, Actor> = {
  list: async (actor, { planId }) => {
    allow(actor, planId, await planRoleOf(personOf(actor), planId), 2)
    return (await membersOf(planId)).map(({ planRole, email, ...user }) => user)
  },
  listOfPlan: async (actor, { planId }) => {
    const role = allow(actor, planId, await planRoleOf(personOf(actor), planId), 2)
    const members = await membersOf(planId)
    return role === 0 ? members : members.map(({ email, ...member }) => member)
  },
  setPlanPreferences: async (actor, { id, planId, ...flags }) => {
    const person = personOf(actor)
    if (id !== person) throw notFound()
    await carryOut(actor, planId, 2, async () => {
      if (!(await planPreferencesOf(person, planId))) throw notFound()
      return {
        apart: true,
        planChanges: [{ entity: "preferences", op: "update", id: person, fields: flags }],
        audits: [],
        events: [],
        status: 200,
      }
    })
    const now = await planPreferencesOf(person, planId)
    if (!now) throw notFound()
    return now
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
  enable: async (actor, { userId, enabled }) => {
    const person = personOf(actor)
    const target = await personById(userId)
    // A system Administrator sees to people below; who may not hears the same whether or not there is such a person.
    const may = actor.systemRole === 0 || (actor.systemRole === 1 && (!target || target.role > 1))
    if (!may) throw refusal(403, "Only a System Admin may enable or disable this account.")
    if (!target) throw notFound()
    if (!enabled && target.role === 0 && (await systemAdmins()) < 2) {
      throw refusal(409, "The last System Admin can't be disabled.")
    }
    await enablePerson(userId, enabled, person, actor.via)
    await personChanged(userId)
  },
}
