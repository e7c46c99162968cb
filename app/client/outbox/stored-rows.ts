// Rows that the outbox's database stores besides calls: files, unsaved notes, shared things, and sealed entries of others.
import type { FileOwner } from "~/contract/file"
import type { Problem } from "~/contract/problem"
import type { NoteDraft } from "../note/note-editing"
import type { Unclaimed } from "./outbox-entry"

/** Files that were not sent yet, in IndexedDB. `ref` is the idempotency key of the upload. */
export type StoredUpload = {
  ref: string
  userId: number
  planId: number
  owner: Partial<FileOwner>
  name: string
  type: string
  blob: Blob
  at: number
  /** The page that sends it while it is open. */
  page: string
  /** Why the server refused it. */
  problem?: Problem
}

/** Unsaved text of a note. `at`: when its first word was typed, ms. */
export type StoredDraft = NoteDraft & { at: number }

/** The unsaved notes of a plan, as one page left them. `page` edits and sends them while it is open. */
export type StoredDrafts = {
  ref: string
  userId: number
  planId: number
  page: string
  drafts: readonly StoredDraft[]
}

/** A person's conversation with the assistant of a plan; `text` is it as JSON. */
export type StoredChat = { ref: string; userId: number; planId: number; at: number; text: string }

/** The target of shared things: a note of a plan, or a task of one of its actions. */
export type SharedTarget = { planId: number; as: "note" } | { planId: number; as: "task"; itemId: number }

/** Things that another app shared with the installed one, until the person adds or discards it. */
export type Shared = {
  /** Also the idempotency key of what is made of it. */
  id: string
  /** Who was signed in; absent when signed out. */
  userId?: number
  at: number
  title: string
  text: string
  files: { name: string; type: string; blob: Blob }[]
  /** The person has seen it. */
  seen?: true
  /** The target that the person chose, or the task or note that was made; its files may be missing there. */
  target?: SharedTarget
  /** It is added to its target once there is a connection. */
  waits?: true
}

/**
 * Unsent changes of a person are encrypted once another person has signed in. The server gives the key to that person
 * alone, and this browser has it until somebody else signs in.
 */
export type Sealed = Unclaimed & {
  ref: string
  userId: number
  at: number
  /** "typed": what was half typed in a tab, whose storage it goes back to. */
  store: "outbox" | "uploads" | "drafts" | "shared" | "conversations" | "typed"
  iv: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
  /** The contents of its files, one after another. */
  content?: { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
}
