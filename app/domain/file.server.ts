import type { InputOf } from "~/contract/call"
import { can, type Standing } from "~/contract/capability"
import type { FileEntry, FileOwner, FileTree, fileCalls } from "~/contract/file"
import { invalid, notFound, refusal } from "~/contract/problem"
import type { Guard } from "~/database/apply.server"
import {
  expectFile,
  type FileFilter,
  type FilePlace,
  filePlace,
  filesFor,
  isStored,
  placeNames,
  planOfFile,
  type StoredFile,
} from "~/database/file.server"
import { nextId } from "~/database/plan.server"
import { type Actor, callerName, type Handlers } from "~/domain/core/actor"
import { readAs, refusedTo } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { listPageOf } from "~/domain/core/list-page"
import type { Outcome } from "~/domain/core/outcome"
import { createTurns } from "~/domain/core/turns.server"
import { draftsChanged } from "~/domain/core/work-changed"
import { inWorker } from "~/domain/core/worker.server"
import { imageTypes, kindOf, maxImageBytes } from "~/outside/file-kind.server"
import type { JobHandlers } from "~/outside/jobs.server"
import type { Bytes, StoredBytes } from "~/outside/storage.server"
import { type ByteRange, objectStream, putObject, removeObjects, signedUrl } from "~/outside/storage.server"
import { completedAction } from "~/rules/decide"
import { cleanFileName, extensionOf, renamed } from "~/rules/file-name"

/** Bytes at the start of a file that suffice to detect its type. */
export const headBytes = 16_384
const urlSeconds = 300

/** Both names begin with the same UUID of 36 characters. */
const thumbnailOf = (uniqueName: string) => `${uniqueName.slice(0, 36)}-thumbnail.webp`

/** The unique name of a file's bytes, and of its thumbnail's. */
export const storedNames = (name: string) => {
  const id = crypto.randomUUID()
  const extension = extensionOf(cleanFileName(name)).toLowerCase()
  const uniqueName = `${id}${/^\.[a-z0-9]{1,10}$/.test(extension) ? extension : ""}`
  return { uniqueName, thumbnailName: thumbnailOf(id), extension }
}

/** Stores an upload's bytes under a unique name. Nothing remains of an upload that breaks off. */
export const storeBytes = async (
  planId: number,
  incoming: { name: string; head: Uint8Array; body: ReadableStream<Uint8Array> },
): Promise<StoredBytes> => {
  const { uniqueName, thumbnailName, extension } = storedNames(incoming.name)
  const mimeType = await kindOf(incoming.head, extension)
  await expectFile(planId, uniqueName, thumbnailName)
  await putObject(`${planId}/${uniqueName}`, incoming.body, mimeType)
  return { uniqueName, thumbnailName: null, mimeType }
}

const bytesOf = async (key: string) => new Uint8Array(await new Response(await objectStream(key)).arrayBuffer())

/** One picture of a caller is in memory at a time. */
const thumbnailInTurn = createTurns({ most: 100, what: "uploads", retryAfter: 5 })

/** Adds a thumbnail where one can be made. */
const withThumbnail = async (actor: Actor, planId: number, bytes: Bytes): Promise<Bytes> => {
  if (!imageTypes.has(bytes.mimeType) || bytes.size > maxImageBytes) return bytes
  const small = await thumbnailInTurn(callerName(actor), async () =>
    inWorker(actor, "thumbnail", await bytesOf(`${planId}/${bytes.uniqueName}`)),
  )
  if (!small) return bytes
  const thumbnailName = thumbnailOf(bytes.uniqueName)
  await putObject(`${planId}/${thumbnailName}`, small, "image/webp")
  return { ...bytes, thumbnailName }
}

/** Stores the bytes of a file from memory, with its thumbnail. */
export const storeFile = async (actor: Actor, planId: number, given: string, bytes: Uint8Array): Promise<Bytes> => {
  const name = cleanFileName(given)
  const body = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream() as ReadableStream<Uint8Array>
  const stored = await storeBytes(planId, { name, head: bytes.subarray(0, headBytes), body })
  return withThumbnail(actor, planId, { ...stored, name, size: bytes.byteLength })
}

/** All files of a plan that the actor may see, oldest first, each with the comment it belongs to. */
export const filesOfPlan = async (actor: Actor, planId: number) => {
  const all = await everyFile(actor, planId, {}, ({ stored: { commentId }, taskDescription, ...file }) => ({
    ...file,
    commentId,
  }))
  return all.reverse()
}

/** Removes bytes that no file was created from. */
export const dropBytes = (planId: number, { uniqueName }: StoredBytes) =>
  removeObjects([`${planId}/${uniqueName}`, `${planId}/${thumbnailOf(uniqueName)}`])

const shown = ({ stored, ...file }: StoredFile): FileEntry => file

const ownerIds = ({ goalId, itemId, taskId, noteId }: FilePlace | FileEntry) =>
  Object.fromEntries(Object.entries({ goalId, itemId, taskId, noteId }).filter(([, id]) => typeof id === "number"))

/** The card that a file belongs to must still exist. */
const cardOf = ({ goalId, itemId, taskId }: FilePlace): Guard[] => {
  if (taskId !== undefined) return [["task", taskId, null]]
  if (itemId !== undefined) return [["item", itemId, null]]
  return goalId === undefined ? [] : [["goal", goalId, null]]
}

/** Viewers may change files of their own comments and notes only; nobody those of a note or comment they can't edit. */
const refusePlace = (standing: Standing, place: FilePlace) => {
  const ofText = place.noteId !== undefined || place.commentId !== undefined
  if (!(ofText && place.mine) && !can(standing, "changeBoard")) throw refusedTo("changeBoard")
  if (ofText && !place.canEdit) throw refusal(403, "Only its author may add files to a note.")
  if (place.completed) throw completedAction()
}

/** The log and events of a file's change: none for a private note's file. */
const unlessPrivate = (
  place: FilePlace,
  said: Pick<Outcome, "log" | "events">,
): Pick<Outcome, "log" | "events" | "scope" | "work"> => {
  if (place.private) return { scope: "private" }
  if (!place.isDraft) return said
  const log = said.log?.map((entry) => ({ ...entry, draft: true }))
  return { ...said, ...(log ? { log } : {}), events: [], work: draftsChanged() }
}

/** Creates a file from stored bytes. */
export const addFile = async (actor: Actor, planId: number, owner: FileOwner, given: Bytes): Promise<FileEntry> => {
  const named = Object.entries(owner).filter(([, id]) => id !== undefined)
  if (named.length > 1) throw invalid(named[1]?.[0] ?? "", "A file belongs to one goal, action, task or note at most.")
  const bytes = await withThumbnail(actor, planId, given)
  const made = await commit(actor, planId, async (): Promise<Outcome<"file">> => {
    const { standing, place } = await readAs(actor, planId, filePlace, owner)
    if (!place) throw invalid(named[0]?.[0] ?? "", "The card or note that the file was meant for is not in this plan.")
    refusePlace(standing, place)
    const id = await nextId("file")
    const { uniqueName, thumbnailName, mimeType, size } = bytes
    const friendlyName = cleanFileName(bytes.name)
    const answer = { entity: "file" as const, id }
    const { commentId } = place
    const fields = { uniqueName, thumbnailName, mimeType, size, friendlyName, ...ownerIds(place), commentId }
    return {
      guards: cardOf(place),
      writes: [{ insert: "file", row: { id, ...fields } }],
      answer,
      status: 201,
      ...unlessPrivate(place, {
        log: [{ entity: "file", id, action: "create", after: { friendlyName, size, ...ownerIds(place) } }],
        events: [{ event: "FileAdded", ...answer }],
      }),
    }
  })
  // A repeat under its idempotency key is answered with the first call's file.
  if (made.uniqueFileName !== bytes.uniqueName) await dropBytes(planId, bytes)
  return made
}

const readFiles = (actor: Actor, planId: number, where: FileFilter, before?: number) =>
  readAs(actor, planId, filesFor, where, before)

/** What `take` makes of each file, newest first, read page by page. */
const everyFile = async <Taken>(
  actor: Actor,
  planId: number,
  where: FileFilter,
  take: (file: StoredFile) => Taken,
): Promise<Taken[]> => {
  const taken: Taken[] = []
  for (let before: number | undefined, more = true; more; ) {
    const page = await readFiles(actor, planId, where, before)
    for (const file of page.files) taken.push(take(file))
    before = page.files.at(-1)?.id
    more = page.more
  }
  return taken
}

const readFile = async (actor: Actor, planId: number, where: FileFilter) => {
  const { standing, files } = await readFiles(actor, planId, where)
  const file = files[0]
  if (!file) throw notFound()
  return { standing, file }
}

const readById = async (actor: Actor, id: number) => {
  const planId = await planOfFile(id)
  if (planId === undefined) throw notFound()
  return readFile(actor, planId, { id })
}

/** The owner of a file; refuses unless the actor may change files there. */
const placeToChange = async (actor: Actor, standing: Standing, { stored, ...file }: StoredFile) => {
  const { commentId } = stored
  const owner = commentId === null ? ownerIds(file) : { commentId }
  const { place } = await readAs(actor, file.planId, filePlace, owner)
  if (!place) throw notFound()
  const mine = commentId !== null || file.noteId !== null ? place.mine : false
  if (!mine && !can(standing, "changeBoard")) throw refusedTo("changeBoard")
  if (file.noteId !== null && !place.canEdit)
    throw refusal(403, "Only its author or an admin may change a note’s files.")
  if (commentId !== null && !mine && !can(standing, "changeOthersTexts"))
    throw refusal(403, "Only its author or an admin may change a note’s files.")
  if (place.completed) throw completedAction()
  return place
}

/** The write and the event that delete a file with the note it belongs to. */
export const goneWithNote = (file: StoredFile) => ({
  write: { delete: "file" as const, row: { id: file.id } },
  event: { event: "FileDeleted" as const, data: { id: file.id, ...ownerIds(file) } },
})

/** The files that are deleted with a comment or note. */
export const filesOf = (actor: Actor, planId: number, of: { commentId: number } | { noteId: number }) =>
  everyFile(actor, planId, of, (file) => file)

const remove = async (actor: Actor, find: () => ReturnType<typeof readById>) => {
  await commit(actor, null, async (): Promise<Outcome> => {
    const { standing, file } = await find()
    const place = await placeToChange(actor, standing, file)
    if (file.referencedByNote) throw refusal(409, "A note uses this file. Remove it from the note first.")
    const { id, planId } = file
    return {
      planId,
      guards: [["file", id, false]],
      writes: [{ delete: "file", row: { id } }],
      status: 204,
      ...unlessPrivate(place, {
        log: [{ entity: "file", id, action: "delete", before: ownerIds(file) }],
        events: [{ event: "FileDeleted", data: { id, ...ownerIds(file) } }],
      }),
    }
  })
}

type Input<Name extends keyof typeof fileCalls> = InputOf<(typeof fileCalls)[Name]>

/** A file's name, type and size, and a function that reads all of its bytes or a range. */
export const openFile = async (actor: Actor, { planId, fileName }: Input<"view">) => {
  const { file } = await readFile(actor, planId, { name: fileName })
  const small = fileName === file.thumbnailFileName
  return {
    name: file.friendlyName,
    mimeType: small ? "image/webp" : file.mimeType,
    /** Null: unknown before the bytes are read. */
    size: small ? null : file.size,
    read: async (range?: ByteRange) => {
      const body = await objectStream(`${planId}/${fileName}`, range)
      if (!body) throw notFound()
      return body
    },
  }
}

export const downloadUrl = async (actor: Actor, { planId, fileName }: Input<"downloadUrl">) => {
  const { file } = await readFile(actor, planId, { name: fileName })
  const url = await signedUrl(`${planId}/${fileName}`, urlSeconds, file.friendlyName)
  if (!url) throw notFound()
  return url
}

const tree = async (actor: Actor, { planId, search = "", before }: Input<"tree">): Promise<FileTree> => {
  const { files, more, ...plan } = await readFiles(actor, planId, {}, before)
  listPageOf(actor, files, more)
  const wanted = search.trim().normalize("NFC").toLowerCase()
  const found = files.filter((file) => file.friendlyName.normalize("NFC").toLowerCase().includes(wanted)).map(shown)
  const idsOf = (key: "goalId" | "itemId" | "taskId") => [...new Set(found.flatMap((file) => file[key] ?? []))]
  const named = { goalIds: idsOf("goalId"), itemIds: idsOf("itemId"), taskIds: idsOf("taskId") }
  const { goals, items, tasks } = await placeNames(plan, named)
  const of = (key: "goalId" | "itemId" | "taskId", id: number) => found.filter((file) => file[key] === id)
  const itemsOf = (goalId: number | null) =>
    items
      .filter((item) => item.goalId === goalId)
      .map(({ id, topic }) => ({
        id,
        topic,
        files: of("itemId", id),
        tasks: tasks
          .filter((task) => task.itemId === id)
          .map((task) => ({ id: task.id, description: task.description, files: of("taskId", task.id) }))
          .filter((task) => task.files.length > 0),
      }))
      .filter((item) => item.files.length > 0 || item.tasks.length > 0)
  return {
    files: found.filter(({ goalId, itemId, taskId }) => goalId === null && itemId === null && taskId === null),
    goals: [...goals, { id: null, name: "" }]
      .map(({ id, name }) => ({ id, name, files: id === null ? [] : of("goalId", id), items: itemsOf(id) }))
      .filter((goal) => goal.files.length > 0 || goal.items.length > 0),
  }
}

export const files: Handlers<Omit<typeof fileCalls, "upload" | "view" | "viewNamed" | "downloadUrl">> = {
  list: async (actor, { planId, before, ...owner }) => {
    const { files, more } = await readFiles(actor, planId, owner, before)
    return listPageOf(actor, files.map(shown), more)
  },
  remove: async (actor, { planId, fileName }): Promise<undefined> => {
    await remove(actor, () => readFile(actor, planId, { name: fileName }))
  },
  removeById: async (actor, { fileId }): Promise<undefined> => {
    await remove(actor, () => readById(actor, fileId))
  },
  rename: async (actor, { fileId, friendlyName }) =>
    commit(actor, null, async (): Promise<Outcome<"file">> => {
      const { standing, file } = await readById(actor, fileId)
      const place = await placeToChange(actor, standing, file)
      const name = renamed(file.friendlyName, friendlyName)
      if (name === undefined) throw invalid("friendlyName", "Enter a name.")
      const { id, planId } = file
      const answer = { entity: "file" as const, id }
      if (name === file.friendlyName) {
        return { planId, writes: [], answer, status: 200, unchanged: { answer: shown(file) } }
      }
      const before = { friendlyName: file.friendlyName, ...ownerIds(file) }
      return {
        planId,
        writes: [{ update: "file", row: { id, friendlyName: name } }],
        answer,
        status: 200,
        ...unlessPrivate(place, {
          log: [{ entity: "file", id, action: "update", before, after: { ...before, friendlyName: name } }],
          events: [{ event: "FileRenamed", ...answer }],
        }),
      }
    }),
  tree,
}

const keysIn = (input: unknown) => (input as { keys: string[] }).keys

export const fileJobs: JobHandlers = {
  "file.remove": (input) => removeObjects(keysIn(input)),
  "file.abandoned": async (input) => {
    if (!(await isStored((input as { name: string }).name))) await removeObjects(keysIn(input))
  },
}
