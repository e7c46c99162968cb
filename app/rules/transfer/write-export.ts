// writeExport(whole, format): a plan as the text of a file, in UTF-8.
import type { CheckIn } from "~/contract/check-in"
import type { Comment } from "~/contract/comment"
import type { Board } from "~/contract/plan"
import { mentionsAsText } from "../text-parts"
import { writeCalendar } from "./calendar"
import { writeCsv } from "./csv"
import { writeMarkdown } from "./markdown"
import {
  type FileOf,
  groupBy,
  type Outline,
  type OutlineCheckIn,
  type OutlineFile,
  outlineOf,
  outlinePerson,
} from "./outline"
import { writeHead } from "./own-json"

export type Whole = {
  /** The board's JSON in UTF-8, in pieces that end between letters. */
  board: Uint8Array[]
  /** JSON of arrays of them, in UTF-8. */
  comments: Uint8Array[]
  /** The same of check-ins. */
  checkIns: Uint8Array[]
  addresses: Addresses
  /** The files of a zip, each with its path there to be. */
  files: FilePlace[]
}
/** The addresses that the exporter may see: `named` are those from an import, `ofMembers` all or some members'. */
type Addresses = { named: Map<number, string>; ofMembers: "all" | Map<number, string | undefined> }

type Place = Partial<Record<"goalId" | "itemId" | "taskId" | "noteId" | "commentId", number | null>>
export type FilePlace = Place & { friendlyName: string; uniqueFileName: string }

/**
 * `bytes`: the file; for JSON without the notes, which are streamed after it. `order`: indexes into `files` of the files
 * that the plan refers to, in the plan's order. `ofNotes`: the files of each note.
 */
export type Written = {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  order: number[]
  ofNotes: Map<number, OutlineFile[]>
}
/** The path in a zip of the file at this place in `order`. */
export const pathAt = (index: number) => `files/${index + 1}`
export type TextFormat = "json" | "csv" | "md" | "ics"

/** `host`: of the ids in a calendar. */
export const writeExport = (read: Whole, format: TextFormat, host: string): Written => {
  const board = JSON.parse(read.board.map(asText).join("")) as Board
  const whole = { ...read, comments: commentsFrom(read.comments), checkIns: rowsIn<CheckIn>(read.checkIns) }
  const { text, ...files } = textOf(whole, board, format, host)
  return { name: board.plan.name, bytes: new TextEncoder().encode(text), order: [], ofNotes: new Map(), ...files }
}

/** Shared memory is copied, because not every decoder takes it. */
const asText = (bytes: Uint8Array) => new TextDecoder().decode(bytes.slice())

type Parsed = Omit<Whole, "comments" | "checkIns"> & { comments: Comment[]; checkIns: CheckIn[] }

const rowsIn = <Row>(pages: Uint8Array[]) => pages.flatMap((page) => JSON.parse(asText(page)) as Row[])

type AddressOf = (of: { memberId: number } | { namedId: number }) => string | undefined

const authorOf = (
  { createdBy, importedAuthor }: Pick<CheckIn, "createdBy" | "importedAuthor">,
  addressOf: AddressOf,
) =>
  importedAuthor
    ? outlinePerson(importedAuthor.userName, addressOf({ namedId: importedAuthor.id ?? 0 }))
    : outlinePerson(createdBy.userName, addressOf({ memberId: createdBy.id ?? 0 }))

/** `all`: oldest first. Values of results that are gone are left out. */
const checkInsFrom = (all: readonly CheckIn[], addressOf: AddressOf) => {
  const byGoal = groupBy(all, ({ goalId }) => goalId)
  return (goalId: number, results: readonly { id: number }[]): OutlineCheckIn[] => {
    const places = new Map(results.map(({ id }, at) => [id, at]))
    return (byGoal.get(goalId) ?? []).map(({ createdDate, status, confidence, note, values, ...checkIn }) => ({
      author: authorOf(checkIn, addressOf),
      createdDate,
      status,
      confidence,
      note,
      values: values.flatMap(({ keyResultId, before, current }) => {
        const result = places.get(keyResultId)
        return result === undefined ? [] : [{ result, before, current }]
      }),
      progress: checkIn.progress,
      statusBefore: checkIn.statusBefore,
    }))
  }
}

/** Oldest first. */
const commentsFrom = (pages: Uint8Array[]): Comment[] =>
  rowsIn<Comment>(pages).sort((a, b) =>
    a.createdDate < b.createdDate ? -1 : a.createdDate > b.createdDate ? 1 : a.id - b.id,
  )

type Text = { text: string } & Partial<Pick<Written, "order" | "ofNotes">>

const textOf = (whole: Parsed, board: Board, format: TextFormat, host: string): Text => {
  if (format === "ics") return { text: writeCalendar(board, host) }
  if (format === "csv") return { text: writeCsv(outlineOf(board)) }
  if (format === "md")
    return { text: writeMarkdown(outlineOf(board, { checkInsOf: checkInsFrom(whole.checkIns, () => undefined) })) }
  return jsonOf(whole, board)
}

/** Files of the plan as the outline names them; without a zip, none. */
type Naming = {
  filesOf: (of: Place) => OutlineFile[]
  /** Rewrites the file references of a text. */
  text: (content: string) => string
}
const noFiles: Naming = { filesOf: () => [], text: (content) => content }

/** A file reference in a text: the plan's id, and the file's name. */
export const namedFile = /(?<=\]\(laneway-file:)(\d{1,15}):([^:)\s]{1,100})(?=[:)])/g

/** The text with its references to files by their paths in the zip. */
export const withPaths = (content: string, paths: ReadonlyMap<string, string>) =>
  content.replace(namedFile, (as: string, _, name: string) => {
    const path = paths.get(name)
    return path ? `0:${path}` : as
  })

const jsonOf = (whole: Parsed, board: Board): Text => {
  if (whole.files.length === 0) return { text: writeHead(wholeOutline(whole, board, noFiles)) }
  const order: number[] = []
  const paths = new Map<number, string>()
  const placeOf = ({ goalId, itemId, taskId, noteId, commentId }: Place) =>
    commentId ? `comment ${commentId}` : [goalId, itemId, taskId, noteId].map((id) => id ?? "").join()
  const byPlace = groupBy([...whole.files.entries()], ([, file]) => placeOf(file))
  const filesOf = (of: Place): OutlineFile[] =>
    (byPlace.get(placeOf(of)) ?? []).map(([index, { friendlyName }]) => {
      const path = paths.get(index) ?? pathAt(order.push(index) - 1)
      paths.set(index, path)
      return { name: friendlyName, path }
    })
  // A first pass for the paths only, because a text may refer to a file that comes later.
  wholeOutline(whole, board, { ...noFiles, filesOf })
  const noteIds = [...new Set(whole.files.map(({ noteId }) => noteId ?? 0))].filter((id) => id > 0)
  const ofNotes = new Map(noteIds.sort((a, b) => a - b).map((noteId) => [noteId, filesOf({ noteId })] as const))
  for (const [id, files] of ofNotes) if (files.length === 0) ofNotes.delete(id)
  const byName = new Map([...paths].map(([index, path]) => [whole.files[index]?.uniqueFileName ?? "", path]))
  const text = (content: string) => withPaths(content, byName)
  return { text: writeHead(wholeOutline(whole, board, { filesOf, text })), order, ofNotes }
}

const wholeOutline = ({ comments, checkIns, addresses }: Parsed, board: Board, { filesOf, text }: Naming): Outline => {
  const { named, ofMembers } = addresses
  const members = ofMembers === "all" ? new Map(board.members.map(({ id, email }) => [id, email])) : ofMembers
  const addressOf: AddressOf = (of) => ("namedId" in of ? named.get(of.namedId) : members.get(of.memberId))
  const withFiles = (of: Place) => {
    const files = filesOf(of)
    return files.length > 0 ? { files } : {}
  }
  const commentOf = ({ id, content, createdDate, editedDate, ...by }: Comment) => ({
    author: authorOf(by, addressOf),
    content: mentionsAsText(text(content)),
    createdDate,
    editedDate,
    ...withFiles({ commentId: id }),
  })
  const keyOf = ({ goalId, itemId, taskId }: Partial<FileOf>) => `${goalId ?? ""} ${itemId ?? ""} ${taskId ?? ""}`
  const byCard = groupBy(comments, keyOf)
  return outlineOf(board, {
    filesOf,
    commentsOf: (of) => (byCard.get(keyOf(of)) ?? []).map(commentOf),
    checkInsOf: checkInsFrom(checkIns, addressOf),
    addressOf,
  })
}
