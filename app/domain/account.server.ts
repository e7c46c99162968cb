import type { Profile } from "~/contract/account"
import { refusal } from "~/contract/problem"
import { profileOf } from "~/database/person.server"
import { deleteOldSessions } from "~/database/session.server"
import { deleteOldLinks } from "~/database/sign-in-link.server"
import type { Person } from "./actor"

export const userProfile = async ({ userId }: Person): Promise<Profile> => {
  const profile = await profileOf(userId)
  if (!profile) throw refusal(401, "Please sign in.")
  return profile
}

/** Deletes expired sessions, and links too old for any limit to count. */
export const sweepPeople = async () => {
  await deleteOldSessions()
  await deleteOldLinks()
}
