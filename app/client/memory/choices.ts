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

/** How a page of goals was sorted in this browser; `first` until then. */
export const goalsSorting = <By extends string>(first: By) => {
  const memory = cell("local", `goalsSorting.${first}`)
  return {
    read: (): { by: By; down: boolean } => {
      const [by, down] = memory.read()?.split(" ") ?? []
      return { by: (by as By | undefined) ?? first, down: down === "down" }
    },
    write: ({ by, down }: { by: By; down: boolean }) => void memory.write(down ? `${by} down` : by),
  }
}

const checkInsLater = cell("local", "checkInsLater")

/** The day on which a person does not want to be asked for check-ins any more, `YYYY-MM-DD`. */
export const notToday = {
  is: (day: string) => checkInsLater.read() === day,
  set: (day: string) => void checkInsLater.write(day),
}
