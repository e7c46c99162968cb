import type { AnswerOf } from "~/contract/call"
import { can } from "~/contract/capability"
import type { Note } from "~/contract/note"
import type { planCalls } from "~/contract/plan"
import { invalid, refusal } from "~/contract/problem"
import type { Admission } from "~/database/admission.server"
import { commentsOfPlan } from "~/database/comment.server"
import { checkInsOfPlan } from "~/database/key-result.server"
import { emailOf, namedAddresses } from "~/database/plan.server"
import { timeZoneOf } from "~/database/sign-in/person.server"
import { boardOf } from "~/domain/board/board.server"
import { boardPieces, boardSize, sharedPieces } from "~/domain/board/current-board.server"
import { type Actor, callerName, type Person } from "~/domain/core/actor"
import { createTurns } from "~/domain/core/turns.server"
import { inWorker } from "~/domain/core/worker.server"
import { dropBytes, filesOfPlan, storeFile } from "~/domain/file.server"
import { type Holding, holding } from "~/domain/limits/held.server"
import { countMoved } from "~/domain/limits/moved.server"
import { refuseFull } from "~/domain/limits/quota.server"
import { notesOfPlan } from "~/domain/note.server"
import { makeImported, takeIds } from "~/domain/plan.server"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import { checksum } from "~/outside/checksum.server"
import type { Bytes } from "~/outside/storage.server"
import { objectStream } from "~/outside/storage.server"
import { isTooMuch } from "~/outside/workers.server"
import { leftOutSentences } from "~/rules/transfer/left-out-sentences"
import { importWords } from "~/rules/transfer/left-out-texts"
import { writeNotes } from "~/rules/transfer/own-json"
import { planName } from "~/rules/transfer/read-file"
import { pathAt, type Whole, type Written, withPaths } from "~/rules/transfer/write-export"
import { type ZipEntry, zipped } from "~/rules/transfer/zip"

export type ExportFormat = "json" | "csv" | "md" | "ics" | "zip"

const types: Record<ExportFormat, string> = {
  json: "application/json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  md: "text/markdown; charset=utf-8",
  ics: "text/calendar; charset=utf-8",
  zip: "application/zip",
}

/** Each moves a whole plan and takes a worker that all callers share. */
const exportInTurn = createTurns({ most: 5, what: "exports", retryAfter: 5 })
const importInTurn = createTurns({ most: 10, what: "imports", retryAfter: 10 })

type Pieces = Generator<Uint8Array> | AsyncGenerator<Uint8Array>
type Exported = {
  type: string
  name: string
  body: Pieces
  /** Must be called when nothing more of the body is read. */
  ended(): void
}

/** The whole plan as a file: its bytes, or its bytes in pieces. The caller's turn lasts until it has been read. */
export const exportPlan = (actor: Actor, planId: number, format: ExportFormat) =>
  new Promise<Exported>((resolve, reject) => {
    const work = async () => {
      const hold = holding("plans", callerName(actor))
      try {
        const written = await writePlan(actor, planId, format, hold)
        await new Promise<void>((ended) => resolve({ ...written, ended }))
      } finally {
        hold.release()
      }
    }
    exportInTurn(callerName(actor), work).catch(reject)
  })

const writePlan = async (actor: Actor, planId: number, format: ExportFormat, hold: Holding) => {
  const { plan, board: read } = await boardOf(actor, planId)
  const { bytes } = await boardSize(plan)
  hold.claim(bytes)
  countMoved(callerName(actor), bytes)
  const board = read ? await sharedPieces(boardPieces(await read())) : []
  const host = new URL(accountOptions().publicUrl).hostname
  const isWhole = format === "json" || format === "zip"
  const files = format === "zip" ? await filesOfPlan(actor, planId) : []
  const comments = isWhole ? await commentsOfPlan(plan) : []
  const checkIns = isWhole || format === "md" ? await checkInsOfPlan(plan) : []
  const whole = { board, comments, checkIns, files, addresses: await addressesFor(actor, plan) }
  const written = await inWorker(actor, "writeExport", whole, format === "zip" ? "json" : format, host)
  const about = { type: types[format], name: `${written.name.trim() || "Plan"}.${format}` }
  if (!isWhole) return { ...about, body: piecesOf(written.bytes) }
  const named = written.order.map((index) => files[index] as PlanFile)
  const json = withNotes(written, named, notesOfPlan(actor, planId), hold.release)
  return { ...about, body: format === "json" ? json : zipped(entriesOf(json, named), checksum) }
}

/** Bytes that the event loop sums up and sends at once. */
const bytesAtOnce = 262_144

const piecesOf = function* (bytes: Uint8Array) {
  for (let at = 0; at < bytes.byteLength; at += bytesAtOnce) yield bytes.subarray(at, at + bytesAtOnce)
}

/** For admins all members' and those from an import, for others their own, for a key none. */
const addressesFor = async ({ userId }: Actor, plan: Admission): Promise<Whole["addresses"]> =>
  can(plan.standing, "manageMembers")
    ? { named: await namedAddresses(plan), ofMembers: "all" }
    : { named: new Map(), ofMembers: new Map(userId === null ? [] : [[userId, await emailOf(userId)]]) }

type PlanFile = Awaited<ReturnType<typeof filesOfPlan>>[number]

/** `named`: the files of the zip, in order. `sent`: called when the plan's bytes are no longer needed. */
const withNotes = async function* (
  { bytes, ofNotes }: Written,
  named: PlanFile[],
  notes: AsyncIterable<Note>,
  sent: () => void,
) {
  const encoder = new TextEncoder()
  const paths = new Map(named.map(({ uniqueFileName }, index) => [uniqueFileName, pathAt(index)]))
  const outlined = async function* () {
    for await (const { id, title, content, type, visibility } of notes) {
      const files = ofNotes.get(id)
      yield { title, content: withPaths(content, paths), type, visibility, ...(files && { files }) }
    }
  }
  yield* piecesOf(bytes)
  sent()
  for await (const piece of writeNotes(outlined())) yield encoder.encode(piece)
}

/** The plan as JSON, then the bytes of the files it names, numbered in the order it names them. */
const entriesOf = async function* (plan: AsyncIterable<Uint8Array>, files: PlanFile[]): AsyncGenerator<ZipEntry> {
  yield { name: planName, body: plan }
  for (const [index, { planId, uniqueFileName, friendlyName, size }] of files.entries()) {
    const body = size === 0 ? new Uint8Array(0) : await objectStream(`${planId}/${uniqueFileName}`)
    if (!body) throw new Error(`the bytes of ${friendlyName} are not there`)
    yield { name: pathAt(index), body: body as unknown as AsyncIterable<Uint8Array> }
  }
}

type Made = AnswerOf<typeof planCalls.import>

/** The bytes are shared with the workers that read them. `timeZone`: the importer's is that of their account unless given. */
export type ImportedFile = { name: string; bytes: Uint8Array; timeZone: string | undefined }

let lastImport: Promise<unknown> = Promise.resolve()

/** Waits until no other import is at work; call what it resolves to when the work is done. */
const enter = async () => {
  let leave = () => {}
  const before = lastImport
  lastImport = new Promise<void>((done) => {
    leave = done
  })
  await before
  return leave
}

/** `storingMs`: how long the files of one import may take to be stored. */
const limits = { storingMs: 120_000 }

const refuseEnded = (gone: AbortSignal, late: AbortSignal) => {
  if (gone.aborted) throw refusal(408, "The import was ended, since its sender has left.")
  if (late.aborted) throw invalid("file", "The files in the zip take too long to store. Import fewer at once.")
}

/**
 * Creates a plan from a file; a 400 names the line and the reason. `leftOut`: content that a plan can't hold. One at
 * a time per process: each may take hundreds of megabytes, and one of the few connections for many seconds. While its files are
 * stored, others go on. A person's next import waits behind those of others. `gone`: the sender has left; nothing is made then.
 */
export const importPlan = (
  actor: Person,
  file: ImportedFile,
  gone: AbortSignal,
  { storingMs } = limits,
): Promise<Made> =>
  importInTurn(callerName(actor), async () => {
    const turn = { leave: await enter() }
    const aside = async <Result>(work: () => Promise<Result>) => {
      turn.leave()
      try {
        return await work()
      } finally {
        turn.leave = await enter()
      }
    }
    try {
      return await importNow(actor, file, { aside, gone, storingMs })
    } finally {
      turn.leave()
    }
  })

type Running = {
  aside: <Result>(work: () => Promise<Result>) => Promise<Result>
  gone: AbortSignal
  storingMs: number
}

const importNow = async (
  actor: Person,
  { name, bytes: sent, timeZone: given }: ImportedFile,
  { aside, gone, storingMs }: Running,
): Promise<Made> => {
  const refuseGone = () => refuseEnded(gone, gone)
  refuseGone()
  await refuseFull(actor, null, "plans", { count: 1, bytes: 0 })
  const { userId, userName } = actor
  const timeZone = given ?? (await timeZoneOf(userId)) ?? undefined
  // Workers don't know the language in force.
  const reading = { timeZone, words: { ...importWords } }
  const importer = { userId, userName, address: await emailOf(userId), reading }
  const read = await inWorker(actor, "readImported", sent, name, importer).catch(refuseTooMuch)
  const { plan: fields, counts, awaited, leftOut, missingFiles, files } = read
  const written: { planId: number; bytes: Bytes }[] = []
  const rows = async (planId: number) => {
    const ids = await takeIds(counts)
    const stored: Bytes[] = []
    const late = AbortSignal.timeout(storingMs)
    const store = async () => {
      for (const { name, path, place } of files) {
        refuseEnded(gone, late)
        const unpacked = await inWorker(actor, "readZipped", sent, { path, name, place })
        const bytes = await storeFile(actor, planId, name, unpacked)
        written.push({ planId, bytes })
        stored.push(bytes)
      }
    }
    if (files.length > 0) await aside(store)
    refuseGone()
    return inWorker(actor, "importedRows", sent, name, importer, { planId, ids, files: stored }).catch(refuseTooMuch)
  }
  try {
    if (missingFiles > 0) leftOut.push({ what: "files", count: missingFiles })
    const plan = (await makeImported(actor, fields, { leftOut: leftOutSentences(leftOut), awaited }, rows)) as Made
    // A repeat under its idempotency key is answered with the first call's plan.
    for (const { planId, bytes } of written) if (planId !== plan.id) await dropBytes(planId, bytes)
    return plan
  } catch (thrown) {
    for (const { planId, bytes } of written) await dropBytes(planId, bytes).catch(() => {})
    throw thrown
  }
}

const refuseTooMuch = (thrown: unknown): never => {
  if (!isTooMuch(thrown)) throw thrown
  throw invalid("file", "The file takes too much time or memory to read. Split it into several files.")
}
