import { observable } from "../observable"

/** `at`: when its first unsaved word was typed, ms. */
export type PendingNote = { title: string; at: number }

/** The notes of each plan whose text is not saved yet and is sent without further ado. */
export const pendingNotes = observable<ReadonlyMap<number, readonly PendingNote[]>>(new Map())

/** The key of a note in `outbox/stuck`. */
export const noteKey = (planId: number, at: number) => `note.${planId}.${at}`
