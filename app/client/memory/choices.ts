// Choices of a person in this browser, and things they have seen.
import { cell } from "./cell"

export const starterKey = "starterDismissed"

/** Whether the first-plan starter of a plan was dismissed. */
export const starterDismissed = (planId: number) => {
  const memory = cell("local", `${starterKey}.${planId}`)
  return { read: () => memory.read() === "1", write: () => memory.write("1"), clear: memory.clear }
}

const quiet = cell("local", "notificationsQuiet")

/** Whether notifications play a sound in this browser. */
export const notificationSound = {
  on: () => quiet.read() === null,
  set: (on: boolean) => (on ? quiet.clear() : void quiet.write("1")),
}

const pushOwner = cell("local", "pushOwner")

/** The person whose notifications this device shows while the product is closed. */
export const pushPerson = {
  is: (userId: number) => pushOwner.read() === String(userId),
  set: (userId: number) => void pushOwner.write(String(userId)),
}

const installOffered = cell("local", "installOffered")

/** Whether installing was offered in this browser, which is done once. */
export const installOffer = {
  made: () => installOffered.read() !== null,
  keep: () => void installOffered.write("1"),
}

const singleKeysOff = cell("local", "singleKeys")

/** Whether single letters are commands. Off for people whose speech input types letters. */
export const singleKeys = {
  on: () => singleKeysOff.read() !== "off",
  set: (on: boolean) => (on ? singleKeysOff.clear() : singleKeysOff.write("off")),
}

const chosenOrder = cell("local", "planOrder")

/** The order of My Plans that was chosen in this browser. */
export const planOrder = { read: () => chosenOrder.read(), write: (order: string) => void chosenOrder.write(order) }
