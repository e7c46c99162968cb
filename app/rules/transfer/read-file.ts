// readFile(bytes, name): the plan in an imported file. readZipped(bytes, place): a file of the zip it came in.
import { fileBytes } from "~/contract/file"
import { invalid } from "~/contract/problem"
import { textOfFile } from "./file-text"
import { lineAt, readImport } from "./import"
import { dropRepeatedFiles, filesIn, type Imported, type Outline, type Reading } from "./outline"
import { isZip, openZip, readEntry, type ZipPlace } from "./zip"

/** The file of the plan itself in a zip. */
export const planName = "plan.json"
/** The most bytes of all files of an import together, unpacked. */
const importedBytes = 200 * 1_048_576

type Zip = Map<string, ZipPlace>
/** `files`: where the bytes of the plan's files are, by path; undefined: the file is no zip. */
export type ReadFile = Imported & { files?: Zip }

/** Throws 400 with the line and the reason. The bytes may be shared between workers. */
export const readFile = (bytes: Uint8Array, name: string, reading: Reading): ReadFile => {
  const own = new Uint8Array(bytes)
  const zip = isZip(own) ? openZip(own) : undefined
  if (isZip(own) && !zip) throw invalid("file", "The zip is broken. Export the plan again.")
  const { text, leftOut } = textOf(zip ? planIn(own, zip) : own)
  const read = readImport(text, name, reading)
  if ("problem" in read) throw invalid("file", read.problem)
  read.leftOut.push(...leftOut)
  if (!zip) return read
  const count = dropRepeatedFiles(read.outline)
  if (count > 0) read.leftOut.push({ what: "repeatedFiles", count })
  return { ...read, files: filesOf(read.outline, zip) }
}

/** Throws 400 when they are broken. */
export const readZipped = (
  bytes: Uint8Array,
  { path, name, place }: { path: string; name: string; place: ZipPlace },
) => {
  const found = readEntry(bytes, place)
  if (!found) throw invalid("file", `The file "${name}" in the zip is broken, at ${path}. Export the plan again.`)
  return found
}

const planIn = (bytes: Uint8Array, zip: Zip) => {
  const place = zip.get(planName)
  if ((place?.originalSize ?? 0) > fileBytes) throw invalid("file", `${planName} in the zip is larger than 50 MiB.`)
  const plan = place && readEntry(bytes, place)
  if (plan) return plan
  const why = place ? `${planName} in the zip is broken.` : `There is no ${planName} in the zip.`
  throw invalid("file", `${why} Export the plan as a zip again.`)
}

const textOf = (bytes: Uint8Array) => {
  const read = textOfFile(bytes)
  if (!read) throw invalid("file", "This file is not plain text. Export the plan as JSON, CSV or Markdown.")
  const broken = read.text.indexOf("\u0000")
  if (broken >= 0) throw invalid("file", `Line ${lineAt(read.text, broken)}: remove the invisible character (NUL).`)
  return read
}

/** Refuses a zip that lacks a file its plan names, or whose files are too large. */
const filesOf = (outline: Outline, zip: Zip) => {
  let all = 0
  const places: Zip = new Map()
  for (const { name, path } of filesIn(outline)) {
    const place = zip.get(path)
    if (place === undefined) throw invalid("file", `The file "${name}" is not in the zip at ${path}.`)
    if (place.originalSize > fileBytes) throw invalid("file", `The file "${name}" is larger than 50 MiB.`)
    all += place.originalSize
    places.set(path, place)
  }
  if (all > importedBytes) throw invalid("file", "The files in the zip are larger than 200 MiB together.")
  return places
}
