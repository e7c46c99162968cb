import { can } from "~/contract/capability"
import type { LoggedEvent } from "~/contract/event-payload"
import { userTopic } from "~/contract/events"
import { type Note, noteCalls } from "~/contract/note"
import { isRefusal } from "~/contract/problem"
import { call, callListPage, clientId, isPassing } from "../api"
import { isUp } from "../live/live"
import { unsavedNotes } from "../memory/typed"
import { type Observable, observable } from "../observable"
import { copyOf } from "../offline/copy"
import { noteKey, pendingNotes } from "../outbox/pending"
import { sendInBackground } from "../outbox/person-outbox"
import type { StoredDraft, StoredDrafts } from "../outbox/stored-rows"
import { attemptFailed, attemptsEnded } from "../outbox/stuck"
import { thisPage } from "../page-lock"
import type { PlanSession } from "../plan-session"
import { openDraftCopies } from "./draft-copies"
import {
  fieldsOf,
  type NoteDraft,
  type NoteEditing,
  type NoteSave,
  newNote,
  openNoteEditing,
  titleAs,
} from "./note-editing"
import { saveNote } from "./save-note"

/** The notes of one plan in this tab: the live list, and the notes being edited. */
export type NoteStore = {
  /** Newest change first; undefined while loading. */
  notes: Observable<readonly Note[] | "failed" | undefined>
  reload(): void
  /** Whether older notes are left to load. */
  hasOlder: Observable<boolean>
  loadOlder(): Promise<void>
  /** A note of the list, loaded if it is not in it; undefined when it is gone. */
  find(id: number): Promise<Note | undefined>
  /** The editing of a note, or of a new one; returns the same object while it has unsaved text. */
  open(note?: Note): NoteEditing
  /** Resolves once the unsaved text of closed tabs is here. */
  taken: Promise<void>
  /** A note with unsaved text from before the page was left. */
  leftBehind(): NoteEditing | undefined
  /** Saves all unsaved text. Returns whether everything is saved. */
  flush(leaving?: boolean): Promise<boolean>
  /** Whether closing the page would lose typed text. */
  isUnsaved(): boolean
  /** The notes with unsaved text, the first typed first. */
  unsaved: Observable<readonly NoteEditing[]>
  /** Deletes it once there is a connection; until then the list is without it. */
  remove(note: Note): void
  restore(note: Note, revisionId: number): Promise<void>
}

const noteStores = new WeakMap<PlanSession, NoteStore>()

export const noteStoreOf = (session: PlanSession, userId: number): NoteStore => {
  const known = noteStores.get(session)
  if (known) return known
  const noteStore = openNoteStore(session, userId)
  noteStores.set(session, noteStore)
  return noteStore
}

/** `page`: the one that stored them. */
type TabDrafts = Pick<StoredDrafts, "userId" | "page" | "drafts">

const openNoteStore = (session: PlanSession, userId: number): NoteStore => {
  const { planId, store } = session
  const memory = unsavedNotes(planId)
  const notes = observable<readonly Note[] | "failed" | undefined>(undefined)
  const editings = new Set<NoteEditing>()
  const drafts = new Map<NoteEditing, StoredDraft>()
  const unsaved = observable<readonly NoteEditing[]>([])
  const hasOlder = observable(false)
  /** The last note of the last page loaded. */
  let last: number | undefined
  let asked = 0
  let loading = false
  /** The list's last load had no answer. */
  let stale = false
  const copy = copyOf<readonly Note[]>(planId, "notes")

  // ---- the list ----

  const load = async () => {
    const ticket = ++asked
    loading = true
    try {
      const { rows, next } = await callListPage(noteCalls.list, { planId })
      if (ticket !== asked) return
      stale = false
      notes.set(rows)
      continueAfter(next)
      for (const note of rows) hand(note)
    } catch (thrown) {
      if (isRefusal(thrown) && !isPassing(thrown)) copy.forget()
      await showCopy()
      if (ticket !== asked) return
      stale = true
      if (notes.get() === undefined) notes.set("failed")
    } finally {
      if (ticket === asked) loading = false
    }
  }

  const showCopy = async () => {
    const copied = await copy.recall()
    if (copied && notes.get() === undefined) notes.set(copied)
  }

  const continueAfter = (next: number | undefined) => {
    last = next
    hasOlder.set(next !== undefined)
  }

  const loadOlder = async () => {
    if (last === undefined) return
    const ticket = ++asked
    try {
      const { rows, next } = await callListPage(noteCalls.list, { planId, before: last })
      if (ticket !== asked) return
      const known = new Set((readable(notes.get()) ?? []).map(({ id }) => id))
      alter((list) => [...list, ...rows.filter(({ id }) => !known.has(id))].sort(newestFirst))
      continueAfter(next)
    } catch (thrown) {
      // The note that the page ended with is gone.
      if (isRefusal(thrown) && thrown.problem.status === 400) return load()
      throw thrown
    }
  }

  const alter = (change: (list: readonly Note[]) => readonly Note[]) => {
    const list = readable(notes.get())
    if (list) notes.set(change(list))
  }

  const put = (note: Note) =>
    alter((list) => {
      const known = list.find(({ id }) => id === note.id)
      if (known && known.modifiedDate > note.modifiedDate) return list
      return [...list.filter((each) => each !== known), note].sort(newestFirst)
    })

  const drop = (id: number) => alter((list) => list.filter((note) => note.id !== id))

  const editingOf = (id: number) => [...editings].find(({ state }) => state.get().id === id)

  const hand = (note: Note) => editingOf(note.id)?.receive(note)

  /** Loads one note: it may have changed, been deleted or become private. */
  const look = async (id: number): Promise<Note | undefined> => {
    try {
      const note = await call(noteCalls.get, { id })
      put(note)
      hand(note)
      return note
    } catch (thrown) {
      if (!isRefusal(thrown) || thrown.problem.status !== 404) return undefined
      drop(id)
      editingOf(id)?.lose()
      return undefined
    }
  }

  const onEvent = (event: LoggedEvent | undefined) => {
    if (!event) return void load()
    if (!/^Note(Added|Updated|Deleted)$/.test(event.event)) return
    // The list being loaded may be older than this event.
    if (loading || notes.get() === "failed") void load()
    const { data, id, clientId: author } = event.payload
    const given = data as Note | null
    if (event.event === "NoteDeleted" || !given) {
      const which = given?.id ?? id
      // For one's own change the answer has the whole note.
      if (which !== undefined && author !== clientId) void look(which)
      return
    }
    const mine = given.createdById === userId
    const note = { ...given, canEdit: mine || can(store.plan()?.planRole, "changeOthersTexts") }
    put(note)
    if (author !== clientId) hand(note)
  }
  session.onEvent(onEvent)
  // Private notes of one's other devices, which the plan's events don't tell of.
  session.follow(userTopic(userId), {
    onMessage: (event, payload) => {
      if (event !== "PrivateNoteChanged" || payload.planId !== planId || payload.clientId === clientId) return
      if (loading || notes.get() === "failed") void load()
      const { id } = payload.data as { id?: unknown }
      if (typeof id === "number") void look(id)
    },
  })
  session.outbox.listen(({ kind, entry }) => {
    if (kind === "settled" && entry.name === "note.remove") drop(entry.input.id)
  })
  session.live.subscribe(() => {
    if (!isUp(session.live.get())) return
    if (stale) void load()
    // Pages that have been closed since.
    void copies.takeLeft(takeUp)
  })
  notes.subscribe(() => {
    const list = readable(notes.get())
    if (list) copy.keep(list)
  })

  // ---- writing ----

  const save = async (given: NoteSave): Promise<Note> => {
    const note = await saveNote(planId, given)
    put(note)
    return note
  }

  const keep = () => {
    const left: TabDrafts = { userId, drafts: [...drafts.values()], page: thisPage }
    if (drafts.size === 0) memory.clear()
    else memory.write(JSON.stringify(left))
    const stored = copies.keep(left.drafts)
    unsaved.set([...drafts.keys()])
    const waiting = [...drafts].flatMap(([{ state }, { at }]) => {
      const { fields, theirs, gone, saving, failure } = state.get()
      const stopped = theirs || gone || (saving === "failed" && !isPassing(failure))
      return stopped ? [] : [{ title: titleAs(fields), at }]
    })
    pendingNotes.set(new Map(pendingNotes.get()).set(planId, waiting))
    const isOffline = [...drafts.keys()].some(({ state }) => isPassing(state.get().failure))
    if (isOffline || globalThis.navigator?.onLine === false) sendInBackground()
    return stored
  }

  const begin = (draft: NoteDraft): NoteEditing => {
    const editing = openNoteEditing({
      draft,
      save,
      keep: (left) => {
        const at = drafts.get(editing)?.at ?? Date.now()
        const { saving, failure } = editing.state.get()
        if (left && saving === "failed" && isPassing(failure))
          attemptFailed(noteKey(planId, at), planId, isRefusal(failure) ? failure.problem : undefined)
        else if (!left || saving === "failed") attemptsEnded(noteKey(planId, at))
        if (left) drafts.set(editing, { ...left, at })
        else drafts.delete(editing)
        keep()
      },
    })
    editings.add(editing)
    return editing
  }

  const left = readDrafts(memory.read())
  const own = left?.userId === userId ? left : undefined
  const copies = openDraftCopies(userId, planId, own?.page)
  const takeUp = (taken: readonly StoredDraft[]) => {
    for (const draft of taken) drafts.set(begin(draft), draft)
    return keep()
  }
  if (own) void takeUp(own.drafts)
  const taken = copies.takeLeft(takeUp)

  const flush = async (leaving = false) => {
    await Promise.all([...editings].map((editing) => editing.flush(leaving)))
    return ![...editings].some((editing) => editing.isDirty())
  }

  void load()
  void showCopy()
  return {
    notes,
    reload: () => {
      notes.set(undefined)
      void load()
    },
    hasOlder,
    loadOlder,
    find: async (id) => readable(notes.get())?.find((note) => note.id === id) ?? (await look(id)),
    open: (note) => {
      for (const editing of [...editings]) if (!editing.isDirty() && !editing.state.get().gone) editings.delete(editing)
      const known = note ? editingOf(note.id) : undefined
      if (!known) return begin({ base: note, fields: note ? fieldsOf(note) : newNote })
      if (note) known.receive(note)
      return known
    },
    taken,
    leftBehind: () => [...editings].find((editing) => editing.isDirty()),
    flush,
    isUnsaved: () => [...editings].some((editing) => editing.isDirty()),
    unsaved,
    remove: ({ id }) => {
      const ref = crypto.randomUUID()
      session.outbox.add({ planId, name: "note.remove", input: { planId, id }, ref, clientId })
      for (const editing of [...editings]) {
        if (editing.state.get().id !== id) continue
        editing.lose()
        drafts.delete(editing)
        editings.delete(editing)
      }
      void keep()
    },
    restore: async ({ id }, revisionId) => {
      await editingOf(id)?.flush()
      const note = await call(noteCalls.restore, { id, revisionId }, { idempotencyKey: crypto.randomUUID() })
      put(note)
      hand(note)
    },
  }
}

const newestFirst = (a: Note, b: Note) =>
  a.modifiedDate < b.modifiedDate ? 1 : a.modifiedDate > b.modifiedDate ? -1 : b.id - a.id

const readable = (list: readonly Note[] | "failed" | undefined) => (list === "failed" ? undefined : list)

const readDrafts = (text: string | null): TabDrafts | undefined => {
  try {
    return (JSON.parse(text ?? "null") as TabDrafts | null) ?? undefined
  } catch {
    return undefined
  }
}
