import { observable } from "../observable"

export type Announced = { userId: number; userName: string; connectionId: string; noteId?: number }

const nobody: ReadonlySet<number> = new Set()
const nothingWritten: ReadonlyMap<number, readonly string[]> = new Map()

export type Presence = ReturnType<typeof openPresence>

/** Who has the plan open, and writes what, as this page shows it. `presence-channel.ts` exchanges it with other tabs. */
export const openPresence = (options: {
  me: Announced
  /** Of a member of the plan. A name in presence is what its sender claims. */
  nameOf(userId: number): string | undefined
}) => ({
  ...options,
  /** Ids of the people who have the plan open. */
  online: observable(nobody),
  /** Names of the people editing a note in other tabs, by the note's id. */
  writers: observable(nothingWritten),
  /** The note that this tab edits. */
  writing: observable<number | null>(null),
})
