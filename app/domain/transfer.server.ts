import type { AnswerOf } from "~/contract/call"
import { can } from "~/contract/capability"
import type { Comment } from "~/contract/comment"
import { fileBytes } from "~/contract/file"
import type { Note } from "~/contract/note"
import type { Board, planCalls } from "~/contract/plan"
import { invalid } from "~/contract/problem"
import type { Admission } from "~/database/admission.server"
import { commentsOfPlan } from "~/database/comment.server"
import { emailOf, namedAddresses, nextIds } from "~/database/plan.server"
import type { Write } from "~/database/tables"
import { objectStream } from "~/outside/storage.server"
import { mentionsAsText } from "~/rules/note-text"
import { cleanName } from "~/rules/person-name"
import { writeCalendar } from "~/rules/transfer/calendar"
import { writeCsv } from "~/rules/transfer/csv"
import { lineAt, readImport } from "~/rules/transfer/import"
import { writeMarkdown } from "~/rules/transfer/markdown"
import {
  commentsIn,
  type FileOf,
  filesIn,
  groupBy,
  type Outline,
  type OutlineFile,
  type OutlineNote,
  type OutlinePerson,
  outlineOf,
  outlinePerson,
  ownersIn,
} from "~/rules/transfer/outline"
import { writeJson } from "~/rules/transfer/own-json"
import { isZip, openZip, type ZipEntry, zipped } from "~/rules/transfer/zip"
import type { Person } from "./actor"
import { boardOf } from "./board.server"
import { boardText } from "./current-board.server"
import { type Bytes, dropBytes, filesOfPlan, storeFile } from "./file.server"
import { notesOfPlan } from "./note.server"
import type { OwnerIn, PlacedFile } from "./outline.server"
import { people } from "./people.server"
import { type Import, makeFrom } from "./plan.server"
import { refuseFull } from "./quota.server"

export type ExportFormat = "json" | "csv" | "md" | "ics" | "zip"

const types: Record<ExportFormat, string> = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  ics: "text/calendar; charset=utf-8",
  zip: "application/zip",
}

/** The file of the plan itself in a zip. */
const planName = "plan.json"
/** The most bytes of all files of an import together, unpacked. */
const importedBytes = 200 * 1_048_576

/** The whole plan as a file: text, or its bytes in pieces. */
export const exportPlan = async (actor: Person, planId: number, format: ExportFormat) => {
  const { plan, board: read } = await boardOf(actor, planId)
  const board = JSON.parse(read ? boardText(await read()) : "") as Board
  const about = { type: types[format], name: `${board.plan.name.trim() || "Plan"}.${format}` }
  if (format === "ics") return { ...about, body: writeCalendar(board, new URL(people().publicUrl).hostname) }
  if (format === "csv" || format === "md") {
    return { ...about, body: { csv: writeCsv, md: writeMarkdown }[format](outlineOf(board)) }
  }
  const whole = {
    board,
    notes: notesOfPlan(actor, planId),
    comments: await commentsOfPlan(plan),
    addressOf: await addressesFor(actor, plan, board),
  }
  if (format === "zip") return { ...about, body: zipped(entriesOf(whole, await filesOfPlan(actor, planId))) }
  return { ...about, body: jsonOf(whole) }
}

type Whole = { board: Board; notes: AsyncIterable<Note>; comments: Comment[]; addressOf: AddressOf }
type AddressOf = NonNullable<Parameters<typeof outlineOf>[1]>["addressOf"]

/** The addresses that the actor may see: for admins all members' and those from an import, for others their own. */
const addressesFor = async ({ userId }: Person, plan: Admission, { members }: Board): Promise<AddressOf> => {
  const all = can(plan.standing, "managePeople")
  const named = all ? await namedAddresses(plan) : new Map<number, string>()
  const ofMembers = new Map(all ? members.map(({ id, email }) => [id, email]) : [])
  if (!all) ofMembers.set(userId, await emailOf(userId))
  return (of) => ("namedId" in of ? named.get(of.namedId) : ofMembers.get(of.memberId))
}

/** Files of the plan as the outline names them; without a zip, none. */
type Naming = {
  filesOf: (of: FilePlace) => OutlineFile[]
  /** Rewrites the file references of a text. */
  text: (content: string) => string
}
type FilePlace = Partial<Record<"goalId" | "itemId" | "taskId" | "noteId" | "commentId", number | null>>
const noFiles: Naming = { filesOf: () => [], text: (content) => content }

const namedFiles = (files: OutlineFile[]) => (files.length > 0 ? { files } : {})

const wholeOutline = ({ board, comments, addressOf }: Whole, { filesOf, text }: Naming): Outline => {
  const commentOf = ({ id, content, createdDate, editedDate, createdById, createdBy, importedAuthor }: Comment) => ({
    author: importedAuthor
      ? outlinePerson(importedAuthor.userName, addressOf?.({ namedId: importedAuthor.id ?? 0 }))
      : outlinePerson(createdBy.userName, addressOf?.({ memberId: createdById ?? 0 })),
    content: mentionsAsText(text(content)),
    createdDate,
    editedDate,
    ...namedFiles(filesOf({ commentId: id })),
  })
  const keyOf = ({ goalId, itemId, taskId }: Partial<FileOf>) => `${goalId ?? ""} ${itemId ?? ""} ${taskId ?? ""}`
  const byCard = groupBy(comments, keyOf)
  return outlineOf(board, {
    filesOf,
    commentsOf: (of) => (byCard.get(keyOf(of)) ?? []).map(commentOf),
    addressOf,
  })
}

async function* outlineNotes({ notes }: Whole, { filesOf, text }: Naming): AsyncGenerator<OutlineNote> {
  for await (const { id, title, content, type, visibility } of notes)
    yield { title, content: text(content), type, visibility, ...namedFiles(filesOf({ noteId: id })) }
}

async function* jsonOf(whole: Whole, naming: Naming = noFiles): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of writeJson(wholeOutline(whole, naming), outlineNotes(whole, naming)))
    yield encoder.encode(piece)
}

/** A file reference in a text: the plan's id, and the file's name. */
const namedFile = /(?<=\]\(laneway-file:)(\d{1,15}):([^:)\s]{1,100})(?=[:)])/g

type PlanFile = Awaited<ReturnType<typeof filesOfPlan>>[number]

/** The plan as JSON, then the bytes of the files it names, numbered in the order it names them. */
async function* entriesOf(whole: Whole, files: PlanFile[]): AsyncGenerator<ZipEntry> {
  const paths = new Map<PlanFile, string>()
  const placeOf = ({ goalId, itemId, taskId, noteId, commentId }: FilePlace) =>
    commentId ? `comment ${commentId}` : [goalId, itemId, taskId, noteId].map((id) => id ?? "").join()
  const byPlace = groupBy(files, placeOf)
  const filesOf = (of: FilePlace): OutlineFile[] =>
    (byPlace.get(placeOf(of)) ?? []).map((file) => {
      const path = paths.get(file) ?? `files/${paths.size + 1}`
      paths.set(file, path)
      return { name: file.friendlyName, path }
    })
  // A first pass for the paths only, because a text may refer to a file that comes later.
  wholeOutline(whole, { ...noFiles, filesOf })
  for (const noteId of [...new Set(files.map((file) => file.noteId ?? 0))].sort((a, b) => a - b))
    if (noteId > 0) filesOf({ noteId })
  const pathOf = new Map([...paths].map(([{ uniqueFileName }, path]) => [uniqueFileName, path]))
  const text = (content: string) =>
    content.replace(namedFile, (as: string, _, name: string) => {
      const path = pathOf.get(name)
      return path ? `0:${path}` : as
    })
  yield { name: planName, body: jsonOf(whole, { filesOf, text }) }
  for (const [{ planId, uniqueFileName, friendlyName, size }, name] of paths) {
    const body = size === 0 ? new Uint8Array(0) : await objectStream(`${planId}/${uniqueFileName}`)
    if (!body) throw new Error(`the bytes of ${friendlyName} are not there`)
    yield { name, body: body as unknown as AsyncIterable<Uint8Array> }
  }
}

type Opened = {
  text: string
  read?: (path: string) => Uint8Array | undefined
  sizeOf?: (path: string) => number | undefined
}

const open = (bytes: Uint8Array): Opened => {
  const zip = isZip(bytes) ? openZip(bytes) : undefined
  if (isZip(bytes) && !zip) throw invalid("file", "The zip is broken. Export the plan again.")
  const size = zip?.sizeOf(planName) ?? 0
  if (size > fileBytes) throw invalid("file", `${planName} in the zip is larger than 50 MiB.`)
  const inner = zip ? zip.read(planName) : bytes
  if (!inner) {
    const why =
      zip?.sizeOf(planName) === undefined ? `There is no ${planName} in the zip.` : `${planName} in the zip is broken.`
    throw invalid("file", `${why} Export the plan as a zip again.`)
  }
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(inner)
  } catch {
    throw invalid("file", "The file is not text in UTF-8. Export it as JSON, CSV or Markdown.")
  }
  const broken = text.indexOf("\u0000")
  if (broken >= 0) throw invalid("file", `Line ${lineAt(text, broken)}: remove the NUL character.`)
  return { text, ...zip }
}

/** Refuses a zip that lacks a file its plan names, or whose files are too large. */
const checkFiles = (outline: Outline, { sizeOf }: Opened) => {
  let all = 0
  for (const { name, path } of filesIn(outline)) {
    const size = sizeOf?.(path)
    if (size === undefined) throw invalid("file", `The file "${name}" is not in the zip at ${path}.`)
    if (size > fileBytes) throw invalid("file", `The file "${name}" is larger than 50 MiB.`)
    all += size
  }
  if (all > importedBytes) throw invalid("file", "The files in the zip are larger than 200 MiB together.")
}

/** Maps the people of an outline: the importer to their account, other owners and all authors to named people. */
const peopleOf = async (outline: Outline, { userName, userId }: Person) => {
  const address = (await emailOf(userId))?.toLowerCase()
  const isActor = ({ name, email, byName }: OutlinePerson) =>
    byName ? name === userName : email !== undefined && email.toLowerCase() === address
  const keyOf = ({ name, email }: OutlinePerson) => JSON.stringify([name, email ?? null])
  const owners = ownersIn(outline).filter((person) => !isActor(person))
  const authors = commentsIn(outline).map(({ author }) => author)
  const distinct = (people: OutlinePerson[]) => new Map(people.map((person) => [keyOf(person), person]))
  const all = distinct([...owners, ...authors])
  const ids = await nextIds("named_person", all.size)
  const idOf = new Map([...all.keys()].map((key, at) => [key, ids[at] as number]))
  const ownerIn: OwnerIn = (person) =>
    isActor(person)
      ? { owner: { id: userId, userName }, awaitedOwner: null }
      : { owner: null, awaitedOwner: { id: idOf.get(keyOf(person)) ?? null, userName: cleanName(person.name) } }
  return {
    ownerIn,
    authorIn: (person: OutlinePerson) => idOf.get(keyOf(person)),
    named: [...all].map(([key, { name, email = null }]): Write => {
      return { insert: "named_person", row: { id: idOf.get(key) as number, userName: cleanName(name), email } }
    }),
    awaited: [...distinct(owners).values()].map(({ name, email = null }) => ({ userName: cleanName(name), email })),
  }
}

type Made = AnswerOf<typeof planCalls.import>

let lastImport: Promise<unknown> = Promise.resolve()

/**
 * Creates a plan from a file; a 400 names the line and the reason. `leftOut`: content that a plan can't hold. One at
 * a time per process: each may take hundreds of megabytes, and one of the few connections for many seconds.
 */
export const importPlan = (actor: Person, file: File): Promise<Made> => {
  const made = lastImport.then(() => importNow(actor, file))
  lastImport = made.catch(() => {})
  return made
}

const importNow = async (actor: Person, file: File): Promise<Made> => {
  await refuseFull(actor, null, "plans", { count: 1, bytes: 0 })
  const opened = open(new Uint8Array(await file.arrayBuffer()))
  const read = readImport(opened.text, file.name)
  if ("problem" in read) throw invalid("file", read.problem)
  const { outline, leftOut } = read
  const inZip = filesIn(outline).length
  if (opened.read) checkFiles(outline, opened)
  const { ownerIn, authorIn, named, awaited } = await peopleOf(outline, actor)
  const kept: { planId: number; bytes: Bytes }[] = []
  const beside: Import["beside"] = async (planId, placed) => {
    const notes = outline.notes ?? []
    const noteIds = await nextIds("note", notes.length)
    const files = [
      ...placed.files,
      ...notes.flatMap(({ files = [] }, index): PlacedFile[] =>
        files.map((file) => ({ ...file, of: { noteId: noteIds[index] as number } })),
      ),
    ]
    const fileIds = await nextIds("file", opened.read ? files.length : 0)
    const names = new Map<string, string>()
    const fileWrites: Write[] = []
    for (const [index, id] of fileIds.entries()) {
      const { name, path, of } = files[index] as PlacedFile
      const found = opened.read?.(path)
      if (!found) throw invalid("file", `The file "${name}" in the zip is broken, at ${path}. Export the plan again.`)
      const bytes = await storeFile(planId, name, found)
      kept.push({ planId, bytes })
      names.set(path, bytes.uniqueName)
      const { name: friendlyName, ...fields } = bytes
      fileWrites.push({ insert: "file", row: { id, ...fields, friendlyName, ...of } })
    }
    const withNames = (content: string) =>
      content.replace(namedFile, (as: string, _, path: string) => {
        const name = names.get(path)
        return name ? `${planId}:${name}` : as
      })
    const noteWrites = notes.map(({ title, content, type, visibility }, index): Write => {
      const by = { byKey: false, modifiedBy: actor.userId }
      return {
        insert: "note",
        row: { id: noteIds[index] as number, title, content: withNames(content), type, visibility, ...by },
      }
    })
    const now = new Date().toISOString()
    const commentWrites = placed.comments.map(({ id, of, author, content, createdDate, editedDate }): Write => {
      const words = { content: mentionsAsText(withNames(content)), importedAuthor: authorIn(author), byKey: false }
      return { insert: "comment", row: { id, ...of, ...words, createdDate: createdDate ?? now, editedDate } }
    })
    return [...noteWrites, ...commentWrites, ...fileWrites, { procedure: "findReferences" }]
  }
  try {
    const missing = opened.read || inZip === 0 ? [] : [`${inZip} files, which are in the zip of the plan alone`]
    const answer = { leftOut: [...leftOut, ...missing], awaited }
    const plan = (await makeFrom(actor, outline, { ownerIn, named, beside, answer })) as Made
    // A repeat under its idempotency key is answered with the first call's plan.
    for (const { planId, bytes } of kept) if (planId !== plan.id) await dropBytes(planId, bytes)
    return plan
  } catch (thrown) {
    for (const { planId, bytes } of kept) await dropBytes(planId, bytes).catch(() => {})
    throw thrown
  }
}
