import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { Note } from "~/contract/note"
import { refusal } from "~/contract/problem"
import { titleOf } from "~/rules/text-parts"
import { changedFields, type NoteDraft, type NoteSave, newNote, openNoteEditing } from "./note-editing"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let clock = 0
const time = () => new Date(Date.UTC(2026, 0, 1) + ++clock * 1_000).toISOString()

const noteWith = (fields: Partial<Note>): Note =>
  ({
    id: 5,
    planId: 3,
    title: "Day",
    content: "One\nTwo\nThree",
    type: 0,
    visibility: 1,
    modifiedDate: time(),
    ...fields,
  }) as Note

/** A server with one note, which may be down, or lose its answers. */
const house = (start?: Note) => {
  let stored = start
  const sent: NoteSave[] = []
  const answers = new Map<string, { note: Note; fields: NoteSave["fields"] }>()
  const drafts: (NoteDraft | undefined)[] = []
  const troubles: ("down" | "lost" | Error)[] = []
  const save = async (given: NoteSave): Promise<Note> => {
    sent.push(given)
    const trouble = troubles.shift()
    if (trouble instanceof Error) throw trouble
    const offline = Object.assign(new Error("no connection"), { offline: true })
    if (trouble === "down") throw offline
    const known = answers.get(given.key)
    if (known && JSON.stringify(known.fields) === JSON.stringify(given.fields)) return known.note
    if (known) throw refusal(409, "This key was used with another request.", { current: known.note })
    if (stored && given.base && given.base.modifiedDate !== stored.modifiedDate)
      throw refusal(409, "Somebody changed it.", { current: stored })
    const fields = given.base ? changedFields(given.base, given.fields) : given.fields
    const after = { ...(stored ?? noteWith({})), ...fields, modifiedDate: time() }
    stored = { ...after, title: titleOf(after.title, after.content) }
    answers.set(given.key, { note: stored, fields: given.fields })
    if (trouble === "lost") throw offline
    return stored
  }
  const write = (fields: Partial<Note>) => {
    stored = { ...(stored as Note), ...fields, modifiedDate: time() }
    return stored
  }
  return {
    save,
    write,
    sent,
    drafts,
    troubles,
    keep: (draft: NoteDraft | undefined) => void drafts.push(draft),
    get: () => stored,
  }
}

const editingOf = (at: ReturnType<typeof house>, note?: Note) =>
  openNoteEditing({
    draft: {
      base: note,
      fields: note ? { title: note.title, content: note.content, type: 0, visibility: note.visibility } : newNote,
    },
    save: at.save,
    keep: at.keep,
  })

test("creates a new note two seconds after the last key, then saves after one second", async () => {
  const at = house()
  const editing = editingOf(at)
  editing.change({ content: "H" })
  await vi.advanceTimersByTimeAsync(1_900)
  editing.change({ content: "Hello there" })
  await vi.advanceTimersByTimeAsync(1_900)
  expect(at.sent).toHaveLength(0)
  expect(at.drafts.at(-1)?.fields.content).toBe("Hello there")
  await vi.advanceTimersByTimeAsync(200)
  expect(editing.state.get()).toMatchObject({ id: 5, saving: "saved" })
  expect(at.get()?.title).toBe("Hello there")
  expect(at.drafts.at(-1)).toBeUndefined()
  editing.change({ content: "Hello you" })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(at.sent).toHaveLength(2)
  expect(at.get()).toMatchObject({ content: "Hello you", title: "Hello you" })
})

test("sends nothing for a note without title and text, or without changes", async () => {
  const at = house()
  const editing = editingOf(at)
  editing.change({ content: "  ", visibility: 1 })
  await editing.flush()
  expect(at.sent).toHaveLength(0)
  const note = noteWith({})
  const other = house(note)
  const again = editingOf(other, note)
  again.change({ content: "x" })
  again.change({ content: note.content })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(other.sent).toHaveLength(0)
})

test("text typed during a save is saved after it", async () => {
  const note = noteWith({})
  const at = house(note)
  const editing = editingOf(at, note)
  editing.change({ content: "One" })
  const first = editing.flush()
  editing.change({ content: "One and more" })
  await first
  await editing.flush()
  expect(at.get()?.content).toBe("One and more")
})

test("merges another person's changes elsewhere in the note, before and after a save", async () => {
  const note = noteWith({})
  const at = house(note)
  const editing = editingOf(at, note)
  editing.change({ content: "One\nTwo\nThree, mine" })
  at.write({ content: "One, theirs\nTwo\nThree" })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(editing.state.get().fields.content).toBe("One, theirs\nTwo\nThree, mine")
  expect(at.get()?.content).toBe("One, theirs\nTwo\nThree, mine")
  editing.change({ content: "One, theirs\nTwo, mine\nThree, mine" })
  editing.receive(at.write({ content: "Zero\nOne, theirs\nTwo\nThree, mine" }))
  expect(editing.state.get().fields.content).toBe("Zero\nOne, theirs\nTwo, mine\nThree, mine")
  await editing.flush()
  expect(at.get()?.content).toBe("Zero\nOne, theirs\nTwo, mine\nThree, mine")
})

test.each([
  ["mine", "One\nMine\nThree"],
  ["theirs", "One\nTheirs\nThree"],
  ["both", "One\nTheirs\nMine\nThree"],
] as const)("when both changed the same words, the writer chooses: %s", async (choice, content) => {
  const note = noteWith({})
  const at = house(note)
  const editing = editingOf(at, note)
  editing.change({ content: "One\nMine\nThree" })
  at.write({ content: "One\nTheirs\nThree" })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(editing.state.get().theirs?.content).toBe("One\nTheirs\nThree")
  expect(editing.state.get().fields.content).toBe("One\nMine\nThree")
  expect(at.get()?.content).toBe("One\nTheirs\nThree")
  editing.resolve(choice)
  await vi.advanceTimersByTimeAsync(0)
  expect(editing.state.get()).toMatchObject({ theirs: undefined, fields: { content } })
  expect(at.get()?.content).toBe(content)
})

test("two different titles need a choice too", () => {
  const note = noteWith({})
  const at = house(note)
  const editing = editingOf(at, note)
  editing.change({ title: "Mine" })
  editing.receive(at.write({ title: "Theirs" }))
  expect(editing.state.get().theirs?.title).toBe("Theirs")
})

test("a save whose answer is lost is repeated with the same text before newer text is saved", async () => {
  const note = noteWith({})
  const at = house(note)
  const editing = editingOf(at, note)
  at.troubles.push("lost")
  editing.change({ content: "One\nTwo\nThree four" })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(editing.state.get().saving).toBe("failed")
  expect(at.drafts.at(-1)?.fields.content).toBe("One\nTwo\nThree four")
  editing.change({ content: "One\nTwo\nThree four five" })
  await editing.flush()
  expect(at.sent[1]?.key).toBe(at.sent[0]?.key)
  expect(editing.state.get()).toMatchObject({ theirs: undefined, saving: "saved" })
  expect(at.get()?.content).toBe("One\nTwo\nThree four five")
})

test("retries by itself after a lost connection", async () => {
  const at = house()
  const editing = editingOf(at)
  at.troubles.push("down", "down")
  editing.change({ content: "Kept" })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(editing.state.get().saving).toBe("failed")
  await vi.advanceTimersByTimeAsync(10_000)
  expect(editing.state.get().saving).toBe("saved")
  expect(new Set(at.sent.map(({ key }) => key)).size).toBe(1)
})

test("a refused save leaves the text; text typed into a deleted note can become a new note", async () => {
  const note = noteWith({})
  const at = house(note)
  const editing = editingOf(at, note)
  at.troubles.push(refusal(400, "Use at most 200000 characters."))
  editing.change({ content: "Too long" })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(at.sent).toHaveLength(1)
  expect(editing.state.get()).toMatchObject({ saving: "failed", fields: { content: "Too long" } })
  at.troubles.push(refusal(404, "Not there."))
  editing.change({ content: "Just right" })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(editing.state.get().gone).toBe(true)
  editing.renew()
  await vi.advanceTimersByTimeAsync(0)
  expect(at.sent.at(-1)).toMatchObject({ base: undefined, fields: { content: "Just right", visibility: 0 } })
})

test("a note created as its page was closed is not created again by the next page", async () => {
  const at = house()
  const editing = editingOf(at)
  at.troubles.push("lost")
  editing.change({ content: "In the tunnel" })
  await editing.flush(true)
  editing.change({ content: "In the tunnel and after it" })
  await vi.advanceTimersByTimeAsync(200)
  const draft = at.drafts.at(-1) as NoteDraft
  vi.clearAllTimers()
  const next = openNoteEditing({ draft, save: at.save, keep: at.keep })
  await vi.advanceTimersByTimeAsync(0)
  expect(at.sent.map(({ base }) => base === undefined)).toEqual([true, true, false])
  expect(at.sent[1]?.key).toBe(at.sent[0]?.key)
  expect(next.state.get().saving).toBe("saved")
  expect(at.get()?.content).toBe("In the tunnel and after it")
})

test.each([
  ["as it was stored", ""],
  ["with words typed since", " and after it"],
])("a note that a closing page sent %s, without storing that it did, is not created again", async (_, typed) => {
  const at = house()
  const editing = editingOf(at)
  editing.change({ content: "In the tunnel" })
  await vi.advanceTimersByTimeAsync(200)
  const draft = at.drafts.at(-1) as NoteDraft
  expect(draft.attempt).toBeUndefined()
  at.troubles.push("lost")
  if (typed) editing.change({ content: `In the tunnel${typed}` })
  await editing.flush(true)
  vi.clearAllTimers()
  const next = openNoteEditing({ draft, save: at.save, keep: at.keep })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(at.sent.map(({ key }) => key)).toEqual([at.sent[0]?.key, at.sent[0]?.key])
  expect(next.state.get()).toMatchObject({ id: 5, saving: "saved", fields: { content: `In the tunnel${typed}` } })
  expect(at.get()?.content).toBe(`In the tunnel${typed}`)
  expect(at.drafts.at(-1)).toBeUndefined()
})

test("a stored draft is saved when it is opened again", async () => {
  const note = noteWith({})
  const at = house(note)
  openNoteEditing({
    draft: { base: note, fields: { title: "Day", content: "One\nTwo\nThree and more", type: 0, visibility: 1 } },
    save: at.save,
    keep: at.keep,
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(at.get()?.content).toBe("One\nTwo\nThree and more")
})
