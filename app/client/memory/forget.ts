// Signing out.
import { layoutKey } from "./board-looks"
import { cell, keysOf, leave, store } from "./cell"
import { starterKey } from "./choices"
import { savedDeepLink } from "./selected-plan"
import { pendingInvitation, rememberedOrigin } from "./sign-in"
import { boardHere } from "./stored-here"

/** Deletes everything of the person; the theme belongs to the device and stays. */
export const forgetPerson = () => {
  leave()
  for (const memory of [pendingInvitation, rememberedOrigin, savedDeepLink]) memory.clear()
  boardHere.clearAll()
  try {
    store("session")?.clear()
  } catch {}
  for (const begin of [layoutKey, starterKey]) for (const key of keysOf("local", begin)) cell("local", key).clear()
}
