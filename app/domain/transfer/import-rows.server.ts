// Jobs of workers, because their work is in proportion to an imported file:
// readImported(bytes, name, importer): what a plan needs before its rows can be made.
// importedRows(bytes, name, importer, given): the writes and log entries of its rows as JSON, for a transaction to send in pieces.

import { comparableAddress, sameAddress } from "~/contract/shared/address"
import type { PreparedRows } from "~/database/apply.server"
import type { Write } from "~/database/tables"
import type { Bytes } from "~/outside/storage.server"
import { cleanName } from "~/rules/people/person-name"
import { mentionsAsText } from "~/rules/text-parts"
import type { LeftOut } from "~/rules/transfer/left-out"
import {
  checkInsIn,
  commentsIn,
  type Outline,
  type OutlineFile,
  type OutlinePerson,
  ownersIn,
  placedFiles,
  type Reading,
} from "~/rules/transfer/outline"
import { readFile } from "~/rules/transfer/read-file"
import { namedFile } from "~/rules/transfer/write-export"
import type { ZipPlace } from "~/rules/transfer/zip"
import { type CardIds, countCards, type OwnerIn, rowsOf } from "./outline.server"
import { preparedRows } from "./prepared-rows"

/** `address`: the importer's. `reading`: how the file is read for them. */
export type Importer = { userId: number; userName: string; address: string | undefined; reading: Reading }

export type ImportedPlan = Pick<Outline, "name" | "effortAndComplexityVisible" | "aiInstructions" | "type">
export type ImportIds = CardIds & { note: number[]; named_person: number[]; file: number[] }
export type ImportCounts = Record<keyof ImportIds, number>

export type ReadImported = {
  plan: ImportedPlan
  counts: ImportCounts
  leftOut: LeftOut[]
  /** Owners who are not the importer. */
  awaited: { userName: string; email: string | null }[]
  /** Files named by the plan that did not come with it. */
  missingFiles: number
  /** In the order in which `given.files` of importedRows has them, with the place of their bytes in the zip. */
  files: (OutlineFile & { place: ZipPlace })[]
}

export const readImported = (bytes: Uint8Array, name: string, importer: Importer): ReadImported => {
  const { outline, leftOut, files: places } = readFile(bytes, name, importer.reading)
  const { effortAndComplexityVisible, aiInstructions, type } = outline
  const { owners, named } = peopleIn(outline, importer)
  const files = placedFiles(outline)
  return {
    plan: { name: outline.name, effortAndComplexityVisible, aiInstructions, ...(type === undefined ? {} : { type }) },
    counts: {
      ...countCards(outline),
      note: outline.notes?.length ?? 0,
      named_person: named.size,
      file: places ? files.length : 0,
    },
    leftOut,
    awaited: [...owners.values()].map(({ name, email = null }) => ({ userName: cleanName(name), email })),
    missingFiles: places ? 0 : files.length,
    files: places ? files.map((file) => ({ ...file, place: places.get(file.path) as ZipPlace })) : [],
  }
}

const keyOf = ({ name, email }: OutlinePerson) => JSON.stringify([name, email ?? null])

/** The people of an outline by key, without the importer: the owners, and these with all authors. */
const peopleIn = (outline: Outline, importer: Importer) => {
  const distinct = (people: OutlinePerson[]) => new Map(people.map((person) => [keyOf(person), person]))
  const owners = ownersIn(outline).filter((person) => !isImporter(importer, person))
  const authors = [...commentsIn(outline), ...checkInsIn(outline)].map(({ author }) => author)
  return { owners: distinct(owners), named: distinct([...owners, ...authors]) }
}

const isImporter = ({ userName, address }: Importer, { name, email, byName }: OutlinePerson) =>
  byName ? name === userName : email !== undefined && sameAddress(email, address)

type Given = { planId: number; ids: ImportIds; files: Bytes[] }

export const importedRows = (bytes: Uint8Array, name: string, importer: Importer, given: Given): PreparedRows => {
  const { outline } = readFile(bytes, name, importer.reading)
  const { planId, ids } = given
  const { userId, userName } = importer
  const { named } = peopleIn(outline, importer)
  const idOf = new Map([...named.keys()].map((key, at) => [key, ids.named_person[at] as number]))
  const ownerIn: OwnerIn = (person) =>
    isImporter(importer, person)
      ? { owner: { id: userId, userName }, awaitedOwner: null }
      : { owner: null, awaitedOwner: { id: idOf.get(keyOf(person)) ?? null, userName: cleanName(person.name) } }
  const { changes, ...placed } = rowsOf(planId, outline, { id: userId, userName }, ownerIn, ids)
  const notes = outline.notes ?? []
  const places = [
    ...placed.files,
    ...notes.flatMap(({ files = [] }, index) =>
      files.map((file) => ({ ...file, of: { noteId: ids.note[index] as number } })),
    ),
  ]
  const names = new Map(given.files.map(({ uniqueName }, at) => [places[at]?.path, uniqueName]))
  const withNames = (content: string) =>
    content.replace(namedFile, (as: string, _, path: string) => {
      const name = names.get(path)
      return name ? `${planId}:${name}` : as
    })
  const now = new Date().toISOString()
  const people = [...named].map(([key, { name, email = null }]): Write => {
    return {
      insert: "named_person",
      row: { id: idOf.get(key) as number, userName: cleanName(name), email: email && comparableAddress(email) },
    }
  })
  const others: Write[] = [
    ...notes.map(({ title, content, type, visibility }, index): Write => {
      const by = { byKey: false, modifiedBy: userId }
      return {
        insert: "note",
        row: { id: ids.note[index] as number, title, content: withNames(content), type, visibility, ...by },
      }
    }),
    ...placed.comments.map(({ id, of, author, content, createdDate, editedDate }): Write => {
      const words = {
        content: mentionsAsText(withNames(content)),
        importedAuthor: idOf.get(keyOf(author)),
        byKey: false,
      }
      return { insert: "comment", row: { id, ...of, ...words, createdDate: createdDate ?? now, editedDate } }
    }),
    ...placed.checkIns.map(({ author, createdDate, ...row }): Write => {
      const by = { importedAuthor: idOf.get(keyOf(author)), agent: null }
      return { insert: "check_in", row: { ...row, ...by, createdDate: createdDate ?? now } }
    }),
    ...given.files.map(({ name: friendlyName, ...fields }, at): Write => {
      return { insert: "file", row: { id: ids.file[at] as number, ...fields, friendlyName, ...places[at]?.of } }
    }),
    { procedure: "findReferences" },
  ]
  return preparedRows(people, changes, others)
}
