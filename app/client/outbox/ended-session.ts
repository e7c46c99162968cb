import { boardHere } from "../memory/stored-here"
import { closeShownPushes } from "../notification/push-subscription"
import { forgetKnownPerson } from "../offline/person"
import { forgetCopies } from "./browser-database"
import { sealAll } from "./sealed"

/**
 * The server has said that no session is valid here: what an ended session left to read is deleted, as at signing out. What
 * its person left unsent is sealed until their next sign-in.
 */
export const endSession = async () => {
  forgetKnownPerson()
  boardHere.clearAll()
  await closeShownPushes()
  await forgetCopies()
  await sealAll()
}
