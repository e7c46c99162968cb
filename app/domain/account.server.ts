import type { Profile } from "~/contract/account"
import { refusal } from "~/contract/problem"
import { profileOf } from "~/database/person.server"
import { deleteOldSessions } from "~/database/session.server"
import { deleteOldLinks } from "~/database/sign-in-link.server"
import type { Person } from "~/domain/core/actor"
import { billingOfPerson } from "./billing.server"

export const userProfile = async ({ userId }: Person): Promise<Profile> => {
  const [profile, billing] = await Promise.all([profileOf(userId), billingOfPerson(userId)])
  if (!profile) throw refusal(401, "Please sign in.")
  if (!billing) return profile
  const { status, stripeTrialEnd, accessEnds } = billing
  return { ...profile, subscriptionStatus: status, stripeTrialEnd, accessEnds }
}

/** Deletes expired sessions, and links too old for any limit to count. */
export const sweepPeople = async () => (await deleteOldSessions()) + (await deleteOldLinks())
