import type { Profile } from "~/contract/account"
import { can, canInSystem, mayEnable } from "~/contract/capability"
import { codeOf, invalid, notFound, refusal } from "~/contract/problem"
import type { userCalls } from "~/contract/user"
import { accountsOf, membersOf } from "~/database/plan.server"
import { profileOf } from "~/database/sign-in/account.server"
import { isEnabled, personById, planPreferencesOf, sharesAPlan } from "~/database/sign-in/person.server"
import type { Handlers, Person } from "~/domain/core/actor"
import { admit, refusedTo } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import type { Outcome } from "~/domain/core/outcome"
import { personChanged } from "~/domain/sign-in/session.server"
import { billingOfPerson } from "./billing.server"
import { removeAvatar } from "./picture.server"

/** The database refuses to lose the last System Admin. */
const unlessLast = (message: string) => (thrown: unknown) => {
  throw codeOf(thrown) === "LWADM" ? refusal(409, message) : thrown
}

export const users: Handlers<Omit<typeof userCalls, "avatar" | "setAvatar">> = {
  list: async (actor, { planId }) =>
    (await membersOf(await admit(actor, planId))).map(({ planRole, email, ...user }) => user),
  listOfPlan: async (actor, { planId }) => {
    const plan = await admit(actor, planId)
    const members = await membersOf(plan)
    const shown = can(plan.standing, "manageMembers") ? members : members.map(({ email, ...member }) => member)
    if (!canInSystem(actor.systemRole, "enableAccounts")) return shown
    const accounts = new Map((await accountsOf(plan)).map(({ id, ...account }) => [id, account]))
    return shown.map((member) => ({ ...member, ...accounts.get(member.id) }))
  },
  removeAvatar,
  setPlanPreferences: async (actor, { id: person, planId, ...flags }) => {
    await commit(actor, planId, async (): Promise<Outcome> => {
      if (!(await planPreferencesOf(person, planId))) throw notFound()
      return {
        scope: "private",
        whileArchived: true,
        writes: [{ update: "membership", row: { personId: person, ...flags } }],
        status: 200,
      }
    })
    const now = await planPreferencesOf(person, planId)
    if (!now) throw notFound()
    return now
  },
  update: async (actor, { id, userName, role, timeZone, language, weekStart }) => {
    const person = actor.userId
    const target = await personById(id)
    const ofAll = canInSystem(actor.systemRole, "changeSystemRoles")
    if (!target || (id !== person && !ofAll && !(await sharesAPlan(person, id)))) throw notFound()
    if (id !== person && userName !== undefined && userName !== target.userName) {
      throw ofAll ? invalid("userName", "People can only change their own name.") : notFound()
    }
    const own = { timeZone, language, weekStart }
    if (id !== person && Object.values(own).some((value) => value !== undefined)) {
      throw ofAll ? invalid("timeZone", "People can only change their own time zone, language and week.") : notFound()
    }
    if (role !== undefined && role !== target.role) {
      if (!ofAll) throw refusedTo("changeSystemRoles")
    } else if (id !== person && !ofAll) throw notFound()
    const name = userName?.trim()
    const seen = (name !== undefined && name !== target.userName) || (role !== undefined && role !== target.role)
    const set = Object.entries(own).filter(([, value]) => value !== undefined)
    const quiet = set.some(([key, value]) => value !== target[key as keyof typeof own])
    if (seen || quiet) {
      const changed = {
        ...(name === undefined ? {} : { userName: name }),
        ...(role === undefined ? {} : { role }),
        ...Object.fromEntries(set),
      }
      await commit(
        actor,
        null,
        async (): Promise<Outcome> => ({
          scope: "private",
          writes: [{ update: "person", row: { id, ...changed } }],
          ...(seen
            ? {
                everywhere: {
                  personId: id,
                  event: "MemberUpdated",
                  before: { userName: target.userName },
                  after: { userName: name ?? target.userName },
                },
              }
            : {}),
          status: 200,
        }),
      ).catch(unlessLast("The last System Admin keeps this role."))
      if (seen || language !== undefined) await personChanged(id)
    }
    const stored = (await personById(id)) ?? target
    if (id === person) return stored
    const { timeZone: _zone, language: _tongue, weekStart: _week, ...shown } = stored
    return shown
  },
  enable: async (actor, { userId, enabled }) => {
    const target = await personById(userId)
    // Must not reveal whether the person exists.
    if (!mayEnable(actor.systemRole, target?.role ?? 3)) throw refusedTo("enableAccounts")
    if (!target) throw notFound()
    await commit(actor, null, async (): Promise<Outcome> => {
      if ((await isEnabled(userId)) === enabled) return { scope: "private", writes: [], status: 204 }
      return {
        scope: "private",
        writes: [
          { update: "person", row: { id: userId, enabled } },
          ...(enabled ? [] : [{ procedure: "endSessions" as const, personId: userId }]),
        ],
        log: [{ entity: "user", id: userId, action: "update", before: { enabled: !enabled }, after: { enabled } }],
        status: 204,
      }
    }).catch(unlessLast("The last System Admin can’t be disabled."))
    await personChanged(userId)
  },
}

/** Who somebody is to themselves, with what they pay. */
export const userProfile = async ({ userId }: Person): Promise<Profile> => {
  const [profile, billing] = await Promise.all([profileOf(userId), billingOfPerson(userId)])
  if (!profile) throw refusal(401, "Please sign in.")
  if (!billing) return profile
  const { status, stripeTrialEnd, accessEnds } = billing
  return { ...profile, subscriptionStatus: status, stripeTrialEnd, accessEnds }
}
