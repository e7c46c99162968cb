import { fileBytes } from "~/contract/file"
import type { Note } from "~/contract/note"
import type { Board, Plan } from "~/contract/plan"
import { invalid } from "~/contract/problem"
import { nextIds } from "~/database/plan.server"
import { objectStream } from "~/outside/storage.server"
import { writeCalendar } from "~/rules/transfer/calendar"
import { writeCsv } from "~/rules/transfer/csv"
import { readImport } from "~/rules/transfer/import"
import { writeMarkdown } from "~/rules/transfer/markdown"
import {
  filesIn,
  type Outline,
  type OutlineFile,
  type OutlineNote,
  outlineOf,
  ownersIn,
} from "~/rules/transfer/outline"
import { writeJson } from "~/rules/transfer/own-json"
import { isZip, openZip, type ZipEntry, zipped } from "~/rules/transfer/zip"
import { type Actor, personOf } from "./actor"
import { type Bytes, dropBytes, filesOfPlan, storeFile } from "./file.server"
import { notesOfPlan } from "./note.server"
import type { PlacedFile } from "./outline.server"
import { people } from "./people.server"
import { type Beside, boardOf, makeFrom } from "./plan.server"
import type { PlanChange } from "./work.server"

export type ExportFormat = "json" | "csv" | "md" | "ics" | "zip"

const types: Record<ExportFormat, string> = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  ics: "text/calendar; charset=utf-8",
  zip: "application/zip",
}

/** The plan's name in a zip, beside its files. */
const planName = "plan.json"
/** Of all files of one import together, unpacked. */
const importedBytes = 200 * 1_048_576

/** The whole plan as a file: text, or the pieces of a zip. */
export const exportPlan = async (actor: Actor, planId: number, format: ExportFormat) => {
  personOf(actor)
  const { json } = await boardOf(actor, planId)
  const board = JSON.parse((await json?.()) ?? "") as Board
  const about = { type: types[format], name: `${board.plan.name.trim() || "Plan"}.${format}` }
  if (format === "ics") return { ...about, body: writeCalendar(board, new URL(people().publicUrl).hostname) }
  if (format === "csv" || format === "md") {
    return { ...about, body: { csv: writeCsv, md: writeMarkdown }[format](outlineOf(board)) }
  }
  const notes = await notesOfPlan(actor, planId)
  if (format === "zip") return { ...about, body: zipped(entriesOf(board, notes, await filesOfPlan(actor, planId))) }
  return { ...about, body: writeJson(withNotes(outlineOf(board), notes)) }
}

const withNotes = (
  outline: Outline,
  notes: Note[],
  more: (note: Note) => Partial<OutlineNote> = () => ({}),
): Outline =>
  notes.length === 0
    ? outline
    : {
        ...outline,
        notes: notes.map((note) => {
          const { title, content, type, visibility } = note
          return { title, content, type, visibility, ...more(note) }
        }),
      }

/** Where a note's text names a file: of which plan, and by which name. */
const namedFile = /(?<=\]\(laneway-file:)(\d{1,15}):([^:)\s]{1,100})(?=[:)])/g

type PlanFile = Awaited<ReturnType<typeof filesOfPlan>>[number]

/** The plan as JSON, then the bytes of the files it names, numbered in the order it names them. */
async function* entriesOf(board: Board, notes: Note[], files: PlanFile[]): AsyncGenerator<ZipEntry> {
  const paths = new Map<PlanFile, string>()
  const placed = (of: (file: PlanFile) => boolean): OutlineFile[] =>
    files.filter(of).map((file) => {
      const path = `files/${paths.size + 1}`
      paths.set(file, path)
      return { name: file.friendlyName, path }
    })
  const ofBoard = outlineOf(board, ({ goalId = null, itemId = null, taskId = null }) =>
    placed((file) =>
      [file.goalId === goalId, file.itemId === itemId, file.taskId === taskId, file.noteId === null].every(Boolean),
    ),
  )
  const ofNotes = new Map(notes.map((note) => [note, placed(({ noteId }) => noteId === note.id)]))
  const pathOf = (name: string) => [...paths].find(([{ uniqueFileName }]) => uniqueFileName === name)?.[1]
  const outline = withNotes(ofBoard, notes, (note) => ({
    content: note.content.replace(namedFile, (as: string, _, name: string) => {
      const path = pathOf(name)
      return path ? `0:${path}` : as
    }),
    ...(ofNotes.get(note)?.length ? { files: ofNotes.get(note) } : {}),
  }))
  yield { name: planName, body: writeJson(outline) }
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
  if (!inner)
    throw invalid("file", `There is no ${planName} in the zip, or it is broken. Export the plan as a zip again.`)
  let text: string
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(inner)
  } catch {
    throw invalid("file", "The file is not text in UTF-8. Export it as JSON, CSV or Markdown.")
  }
  const broken = text.indexOf("\u0000")
  if (broken >= 0) throw invalid("file", `Line ${text.slice(0, broken).split("\n").length}: remove the NUL character.`)
  return { text, ...zip }
}

/** Refuses a zip that lacks one of the files its plan names, or has too much of them. */
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

/** A new plan of what the file holds; 400 names the line and the reason. `leftOut`: what has no place in a plan. */
export const importPlan = async (actor: Actor, file: File): Promise<Plan & { leftOut: string[] }> => {
  const opened = open(new Uint8Array(await file.arrayBuffer()))
  const read = readImport(opened.text, file.name)
  if ("problem" in read) throw invalid("file", read.problem)
  const { outline, leftOut } = read
  const named = filesIn(outline).length
  if (opened.read) checkFiles(outline, opened)
  const kept: { planId: number; bytes: Bytes }[] = []
  const beside: Beside = async (planId, ofBoard) => {
    const notes = outline.notes ?? []
    const noteIds = await nextIds("note", notes.length)
    const files = [
      ...ofBoard,
      ...notes.flatMap(({ files = [] }, index): PlacedFile[] =>
        files.map((file) => ({ ...file, of: { noteId: noteIds[index] as number } })),
      ),
    ]
    const fileIds = await nextIds("file", opened.read ? files.length : 0)
    const names = new Map<string, string>()
    const fileChanges: PlanChange[] = []
    for (const [index, id] of fileIds.entries()) {
      const { name, path, of } = files[index] as PlacedFile
      const found = opened.read?.(path)
      if (!found) throw invalid("file", `The file "${name}" in the zip is broken.`)
      const bytes = await storeFile(planId, name, found)
      kept.push({ planId, bytes })
      names.set(path, bytes.uniqueName)
      const { name: friendlyName, ...fields } = bytes
      fileChanges.push({ entity: "file", op: "insert", id, fields: { ...fields, friendlyName, ...of } })
    }
    const noteChanges = notes.map(({ title, content, type, visibility }, index): PlanChange => {
      const named = content.replace(namedFile, (as: string, _, path: string) => {
        const name = names.get(path)
        return name ? `${planId}:${name}` : as
      })
      const fields = { title, content: named, type, visibility }
      return { entity: "note", op: "insert", id: noteIds[index] as number, fields }
    })
    return [...noteChanges, ...fileChanges, { entity: "note_references", op: "update", id: planId }]
  }
  try {
    const plan = await makeFrom(actor, outline, beside)
    const strangers = ownersIn(outline).filter((name) => name !== actor.userName)
    const unowned = strangers.length > 0 ? [`The owners ${strangers.join(", ")}, who are not of the new plan`] : []
    const missing = opened.read || named === 0 ? [] : [`${named} files, which are in the zip of the plan alone`]
    return { ...plan, leftOut: [...leftOut, ...unowned, ...missing] }
  } catch (thrown) {
    for (const { planId, bytes } of kept) await dropBytes(planId, bytes).catch(() => {})
    throw thrown
  }
}
