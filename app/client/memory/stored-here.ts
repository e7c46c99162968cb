// Marks of the boards stored in this browser, and of people whose data is still to be deleted.
import { cell, keysOf, store } from "./cell"

const boardHereKey = "boardHere"

/**
 * That this browser has a copy of a plan's board: its document does not request the board then. `pictured`: also the drawn board
 * that shows the board as it is.
 */
export const boardHere = {
  write: (planId: number, drawn: boolean) =>
    void cell("local", `${boardHereKey}.${planId}`).write(drawn ? "pictured" : "1"),
  has: (planId: number) => cell("local", `${boardHereKey}.${planId}`).read() !== null,
  clear: (planId: number) => cell("local", `${boardHereKey}.${planId}`).clear(),
  clearAll: () => {
    for (const key of keysOf("local", boardHereKey)) cell("local", key).clear()
  },
}

const leftBehindKey = "leftBehind"

/** The person whose data could not be deleted at sign-out: the next page does it first. */
export const leftBehind = {
  read: () => Number(cell("local", leftBehindKey).read()) || undefined,
  // Written by a page that stores nothing else any more.
  write: (userId: number) => {
    try {
      store("local")?.setItem(leftBehindKey, String(userId))
    } catch {}
  },
  clear: () => cell("local", leftBehindKey).clear(),
}
