// copyNow(): copies a plan while its caller waits. copyInBackground(): the same for a task that survives a restart.
import type { InputOf } from "~/contract/call"
import { type Plan, planCalls } from "~/contract/plan"
import { refusal } from "~/contract/problem"
import type { Admission } from "~/database/admission.server"
import { storeProgress } from "~/database/ai-job.server"
import { expectFile } from "~/database/file.server"
import { nextId, planFor } from "~/database/plan.server"
import { type CopiedFile, type CopyParts, readToCopy, sizeToCopy } from "~/database/plan-copy.server"
import { boardSize } from "~/domain/board/current-board.server"
import { callerName, type Person } from "~/domain/core/actor"
import { admit, readAs } from "~/domain/core/admission.server"
import { storedAnswer } from "~/domain/core/commit.server"
import { underKey } from "~/domain/core/once.server"
import { turn } from "~/domain/core/turn"
import { createTurns } from "~/domain/core/turns.server"
import { inWorker } from "~/domain/core/worker.server"
import { storedNames } from "~/domain/file.server"
import { holding } from "~/domain/limits/held.server"
import { countMoved } from "~/domain/limits/moved.server"
import { refuseFull } from "~/domain/limits/quota.server"
import { makeCopied, takeIds } from "~/domain/plan.server"
import { copyObject, removeObjects } from "~/outside/storage.server"
import type { CopyIds, CopyLines } from "./copy-rows.server"

export type CopyInput = InputOf<(typeof planCalls)["copy"]>

/** How long the files of a plan may take to be copied while its caller waits. */
const waitingMs = 120_000
/** Files at once. */
const filesAtOnce = 4

const copyInTurn = createTurns({ most: 5, what: "copies of plans", retryAfter: 10 })

type Running = {
  /** Ends it. */
  stopped: AbortSignal
  progress(done: number): Promise<void>
  /** The task that is at work, if there is one. */
  task?: number
}

export const partsOf = ({ tasks, notes, files, comments, owners, completed }: CopyInput): CopyParts => ({
  tasks,
  notes,
  files,
  comments,
  owners,
  completed,
})

export const copyNow = (actor: Person, input: CopyInput): Promise<Plan> =>
  copyPlan(actor, input, { stopped: AbortSignal.timeout(waitingMs), progress: async () => {} })

const stopped = () => refusal(409, "The copy takes too long, or was stopped. Copy the plan without its files.")

/** A task that was interrupted is begun again; one whose plan was made answers it. */
export const copyInBackground = async (
  actor: Person,
  planId: number,
  { taskId, input, stopped }: { taskId: number; input: unknown; stopped: AbortSignal },
): Promise<Plan> => {
  const sent: CopyInput = { ...planCalls.copy.body.parse(input), planId }
  const own = underKey({ ...actor, via: "browser" as const, needs: "copyPlan" as const }, `copy ${taskId}`, sent)
  const made = (await storedAnswer(own)) as Plan | undefined
  return made ?? (await copyPlan(own, sent, { stopped, progress: (done) => storeProgress(taskId, done), task: taskId }))
}

const copyPlan = (actor: Person, input: CopyInput, running: Running): Promise<Plan> =>
  copyInTurn(callerName(actor), async () => {
    const hold = holding("plans", callerName(actor))
    try {
      const plan = await admit(actor, input.planId)
      const notes = await sizeToCopy(plan, partsOf(input))
      await refuseFull(actor, null, "plans", { count: 1, bytes: 0 })
      await refuseFull(actor, null, "notes", notes)
      const size = (await boardSize(plan)).bytes + notes.bytes
      hold.claim(size)
      countMoved(callerName(actor), size)
      return await copyHeld(actor, plan, input, running)
    } finally {
      hold.release()
    }
  })

const copyHeld = async (actor: Person, plan: Admission, input: CopyInput, running: Running): Promise<Plan> => {
  const { progress, task, stopped: signal } = running
  const { name, firstDay = null } = input
  const { type, effortAndComplexityVisible, aiInstructions, aiEnabled } = (await readAs(actor, plan.planId, planFor))
    .plan
  const { lines, imageKey } = await readToCopy(plan, partsOf(input))
  await progress(0.1)
  const files = lines.file.map((line) => JSON.parse(line) as CopiedFile)
  const planId = await nextId("plan")
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  await refuseFull(actor, planId, "files", { count: files.length, bytes })
  const stored: string[] = []
  const store = async (from: string, to: string) => {
    if (!(await copyObject(from, `${planId}/${to}`))) return null
    stored.push(`${planId}/${to}`)
    return to
  }
  let made: Plan | undefined
  try {
    const copied = await copyFiles(plan.planId, planId, files, { ...running, store })
    const picture = imageKey && (await store(imageKey, `picture-${crypto.randomUUID()}.webp`))
    const ids = await idsFor(lines)
    const creator = { id: actor.userId, userName: actor.userName }
    const given = { planId, ids, creator, firstDay, files: copied, owners: input.owners }
    const prepared = await inWorker(actor, "copiedRows", await shared(lines), given)
    await progress(0.7)
    if (signal.aborted) throw stopped()
    const fields = { name, type, effortAndComplexityVisible, aiInstructions, aiEnabled }
    made = await makeCopied(actor, planId, fields, {
      prepared,
      imageKey: picture ? `${planId}/${picture}` : null,
      task,
    })
    return made
  } finally {
    // A repeat under its idempotency key is answered with the first call's plan.
    if (made?.id !== planId) await removeObjects(stored).catch(() => {})
  }
}

const idsFor = ({ label, goal, keyResult, item, task, person, comment, note, file }: Record<string, string[]>) => {
  const count = (lines: string[] = []) => lines.length
  return takeIds({
    label: count(label),
    goal: count(goal),
    key_result: count(keyResult),
    item: count(item),
    task: count(task),
    named_person: count(person),
    comment: count(comment),
    note: count(note),
    file: count(file),
  }) as Promise<CopyIds>
}

/** Letters that the event loop encodes at once. */
const lettersAtOnce = 262_144

/** Memory that a worker reads where it is: of each kind, JSON of its rows without the brackets of their array. */
const shared = async (lines: Record<string, string[]>): Promise<CopyLines> => {
  const encoder = new TextEncoder()
  const all = {} as Record<string, Uint8Array[]>
  for (const [kind, rows] of Object.entries(lines)) {
    const pieces: Uint8Array[] = []
    for (let at = 0; at < rows.length; ) {
      const from = at
      for (let letters = 0; at < rows.length && letters < lettersAtOnce; at++) letters += rows[at]?.length ?? 0
      const encoded = encoder.encode(rows.slice(from, at).join(","))
      const piece = new Uint8Array(new SharedArrayBuffer(encoded.byteLength))
      piece.set(encoded)
      pieces.push(piece)
      await turn()
    }
    all[kind] = pieces
  }
  return all as CopyLines
}

type Stored = { uniqueName: string; thumbnailName: string | null }
type Storing = Running & { store(from: string, to: string): Promise<string | null> }

/** The bytes of files under new names, by the files' ids. One whose bytes are gone is left out. */
const copyFiles = async (
  from: number,
  planId: number,
  files: CopiedFile[],
  { stopped: signal, progress, store }: Storing,
) => {
  const copied = new Map<number, Stored>()
  const waiting = [...files]
  const one = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      if (signal.aborted) throw stopped()
      const names = storedNames(file.friendlyName)
      await expectFile(planId, names.uniqueName, names.thumbnailName)
      const uniqueName = await store(`${from}/${file.uniqueName}`, names.uniqueName)
      if (uniqueName === null) continue
      const thumbnailName = file.thumbnailName && (await store(`${from}/${file.thumbnailName}`, names.thumbnailName))
      copied.set(file.id, { uniqueName, thumbnailName })
      if (copied.size % 50 === 0) await progress(0.1 + (0.5 * copied.size) / files.length)
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, one))
  return copied
}
