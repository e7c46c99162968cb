import type { Note } from "~/contract/note"
import { titleOf } from "~/rules/text-parts"
import { type Observable, observable } from "../observable"
import { openSender } from "../outbox/sender"
import { mergeTexts } from "./note-merge"

/** The fields of a note that can be edited. A blank title means the one derived from the content. */
export type NoteFields = Pick<Note, "title" | "content" | "type" | "visibility">

export type EditingState = {
  /** Null: the note is not created yet. */
  id: number | null
  fields: NoteFields
  saving: "idle" | "saving" | "saved" | "failed"
  /** The error of the last failed save. */
  failure: unknown
  /** Somebody else's version when both changed the same words. Nothing is saved until `resolve`. */
  theirs: Note | undefined
  /** It was deleted, or this person may no longer read it. */
  gone: boolean
}

/** One save, retried with the same text until the server answers. */
type Attempt = { key: string; base: Note | undefined; fields: NoteFields }
export type NoteSave = Attempt & { leaving: boolean }

/**
 * Unsaved text as this browser stores it, with the unanswered save. `key`: that of its next save, which a closing page may
 * make without storing that it did.
 */
export type NoteDraft = { base: Note | undefined; fields: NoteFields; attempt?: Attempt; key?: string }

export type NoteEditing = {
  state: Observable<EditingState>
  change(fields: Partial<NoteFields>): void
  /** The server's current version. */
  receive(note: Note): void
  /** The note was deleted or became private. */
  lose(): void
  resolve(choice: "mine" | "theirs" | "both"): void
  /** Saves unsaved text now; `leaving`: the page may be gone before the answer. */
  flush(leaving?: boolean): Promise<void>
  /** Saves the text of a deleted note as a new one. */
  renew(): void
  isDirty(): boolean
  /** Ends the retries. */
  close(): void
}

type Options = {
  draft: NoteDraft
  save(save: NoteSave): Promise<Note>
  /** Stores unsaved text; undefined deletes it. */
  keep(draft: NoteDraft | undefined): void
}

export const newNoteWait = 2_000
export const editWait = 1_000
const retryWait = 5_000

/** The fields that differ from the stored note. */
export const changedFields = (base: Note, fields: NoteFields): Partial<NoteFields> => ({
  ...(titleAs(fields) === base.title ? {} : { title: fields.title }),
  ...(fields.content === base.content ? {} : { content: fields.content }),
  ...(fields.type === base.type ? {} : { type: fields.type }),
  ...(fields.visibility === base.visibility ? {} : { visibility: fields.visibility }),
})

/** A derived title is blank here, so that it keeps following the content. */
export const fieldsOf = ({ title, content, type, visibility }: Note): NoteFields => ({
  title: titleOf("", content) === title ? "" : title,
  content,
  type,
  visibility,
})

/** The title as it is stored. */
export const titleAs = ({ title, content }: NoteFields) => titleOf(title, content)

export const newNote: NoteFields = { title: "", content: "", type: 0, visibility: 0 }

const isBlank = ({ title, content }: NoteFields) => title.trim() === "" && content.trim() === ""

/**
 * Syncs one note's text with the server: saves after a pause in typing, merges other people's changes, and stores the
 * text in this browser until it is saved.
 */
export const openNoteEditing = ({ draft, save, keep }: Options): NoteEditing => {
  let { base, attempt, key = crypto.randomUUID() } = draft
  let leaving = false
  /** The server refused the text, so it is sent again only after a change or on demand. */
  let refused = false
  let waiting: Note | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let keeping: ReturnType<typeof setTimeout> | undefined
  const state = observable<EditingState>({
    id: base?.id ?? null,
    fields: draft.fields,
    saving: "idle",
    failure: undefined,
    theirs: undefined,
    gone: false,
  })
  const set = (change: Partial<EditingState>) => state.set({ ...state.get(), ...change })

  const isDirty = () => {
    const { fields } = state.get()
    return base ? !isBlank(fields) && Object.keys(changedFields(base, fields)).length > 0 : !isBlank(fields)
  }

  const keepNow = () => {
    clearTimeout(keeping)
    keeping = undefined
    keep(attempt || isDirty() ? { base, fields: state.get().fields, attempt, key } : undefined)
  }
  const keepSoon = () => {
    keeping ??= setTimeout(keepNow, 200)
  }

  const later = (wait: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void run(), wait)
  }

  const merge = (theirs: Note) => {
    if (!base || theirs.modifiedDate <= base.modifiedDate) return
    const { fields: mine } = state.get()
    const mineChanged = changedFields(base, mine)
    const content = mergeTexts(base.content, mine.content, theirs.content)
    const titles = mineChanged.title !== undefined && mine.title.trim() !== "" && theirs.title !== base.title
    if (content.overlaps || (titles && theirs.title !== mine.title)) return set({ theirs })
    const { title, type, visibility } = fieldsOf(theirs)
    base = theirs
    set({
      theirs: undefined,
      fields: {
        title: mineChanged.title === undefined ? title : mine.title,
        content: content.text,
        type: mineChanged.type ?? type,
        visibility: mineChanged.visibility ?? visibility,
      },
    })
    keepNow()
  }

  /** The note that a closing page made under this draft's key, with what was typed until then. */
  const adopt = (made: Note) => {
    base = made
    set({ id: made.id, fields: fieldsOf(made), saving: "saved", failure: undefined })
  }

  const endAttempt = () => {
    attempt = undefined
    key = crypto.randomUUID()
  }

  const mergePending = () => {
    const theirs = waiting
    waiting = undefined
    if (theirs) merge(theirs)
  }

  const wants = () => (attempt !== undefined || isDirty()) && !state.get().theirs && !state.get().gone

  const sender = openSender<Attempt, Note>({
    delay: () => retryWait,
    next: () => {
      if (refused || !wants()) return undefined
      attempt ??= { key, base, fields: state.get().fields }
      set({ saving: "saving" })
      // Stored with its key: the server may accept the save although the page is closed.
      keepNow()
      return attempt
    },
    send: (sent) => save({ ...sent, leaving }),
    settled: (_, made) => {
      endAttempt()
      base = made
      set({ id: made.id, saving: "saved", failure: undefined })
      mergePending()
      keepNow()
    },
    refused: (_, refusal) => {
      endAttempt()
      const { status, current } = refusal.problem
      const stale = status === 409 && current !== undefined
      if (stale && base) merge(current as Note)
      else if (stale) adopt(current as Note)
      if (!stale || state.get().theirs) {
        refused = true
        set({ saving: "failed", failure: refusal, gone: status === 404 })
      }
      mergePending()
      keepNow()
    },
    postponed: (_, failure) => {
      set({ saving: "failed", failure })
      keepNow()
    },
  })

  const run = (): Promise<void> => {
    clearTimeout(timer)
    refused = false
    return sender.retry()
  }

  if (wants()) later(0)

  return {
    state,
    isDirty: () => attempt !== undefined || isDirty(),
    change: (fields) => {
      const { fields: before, saving } = state.get()
      set({ fields: { ...before, ...fields }, saving: saving === "saved" ? "idle" : saving })
      keepSoon()
      clearTimeout(timer)
      if (isDirty()) later(base ? editWait : newNoteWait)
    },
    receive: (note) => {
      // This may be the result of the save in flight.
      if (attempt) waiting = note
      else merge(note)
    },
    lose: () => {
      clearTimeout(timer)
      set({ gone: true })
      keepNow()
    },
    resolve: (choice) => {
      const { theirs, fields } = state.get()
      if (!theirs || !base) return
      const both = mergeTexts(base.content, fields.content, theirs.content).text
      base = theirs
      set({
        theirs: undefined,
        failure: undefined,
        saving: "idle",
        fields: choice === "theirs" ? fieldsOf(theirs) : choice === "both" ? { ...fields, content: both } : fields,
      })
      void run()
    },
    flush: async (leave = false) => {
      if (keeping) keepNow()
      leaving = leave
      await run()
      leaving = false
    },
    renew: () => {
      base = undefined
      endAttempt()
      set({
        id: null,
        gone: false,
        theirs: undefined,
        failure: undefined,
        fields: { ...state.get().fields, visibility: 0 },
      })
      void run()
    },
    close: () => {
      clearTimeout(timer)
      sender.close()
    },
  }
}
