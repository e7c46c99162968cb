import type { Profile } from "~/contract/account"
import { refusal } from "~/contract/problem"
import { profileOf } from "~/database/person.server"
import { deleteOldSessions } from "~/database/session.server"
import { deleteOldLinks } from "~/database/sign-in-link.server"
import type { Person } from "./actor"
import { refuseUnpaid } from "./billing.server"

export const userProfile = async ({ userId }: Person): Promise<Profile> => {
  const [profile, billing] = await Promise.all([profileOf(userId), refuseUnpaid(userId)])
  if (!profile) throw refusal(401, "Please sign in.")
  if (!billing) return profile
  return { ...profile, subscriptionStatus: billing.status, stripeTrialEnd: billing.stripeTrialEnd }
}

/** Deletes expired sessions, and links too old for any limit to count. */
export const sweepPeople = async () => (await deleteOldSessions()) + (await deleteOldLinks())
