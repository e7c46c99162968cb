import { boardHere } from "../memory/stored-here"
import { closeShownPushes } from "../notification/shown-pushes"
import { forgetKnownPerson } from "../offline/person"
import { forgetCopies } from "./browser-database"
import { sealAll } from "./sealed"

/**
 * The server has said that nobody is signed in here: what a session that ended left to read goes, as at signing out. What
 * its person left unsent is sealed until their next sign-in.
 */
export const endSession = async () => {
  forgetKnownPerson()
  boardHere.clearAll()
  await closeShownPushes()
  await forgetCopies()
  await sealAll()
}
