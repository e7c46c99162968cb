import { observable } from "../observable"

/** `at`: when its first unsaved word was typed, ms. */
export type PendingNote = { title: string; at: number }

/** The notes of each plan whose text is not saved yet and is sent without further ado. */
export const pendingNotes = observable<ReadonlyMap<number, readonly PendingNote[]>>(new Map())

/** The key of a note in `outbox/stuck`. */
export const noteKey = (planId: number, at: number) => `note.${planId}.${at}`

/** How many files of each plan are not uploaded yet, and how many were refused. */
export const uploadCounts = observable<ReadonlyMap<number, { waiting: number; refused: number }>>(new Map())
