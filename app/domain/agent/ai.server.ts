// The /api/Ai calls: requests to the assistant that are answered in the background, and what becomes of them.

import { type AiJob, type aiCalls, largestRequest } from "~/contract/ai"
import type { AnswerOf } from "~/contract/call"
import type { SentChangeSet } from "~/contract/change-set"
import { invalid, notFound, problem, refusal } from "~/contract/problem"
import { number } from "~/contract/shared/language/english"
import { aiJobOf, isOnBoard } from "~/database/ai-job.server"
import { nextId } from "~/database/plan.server"
import { carriedOutBefore, openProposal, type StoredProposal } from "~/database/proposal.server"
import type { Write } from "~/database/tables"
import { callerName, type Handlers, type Person } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import type { Outcome } from "~/domain/core/outcome"
import { inWorker } from "~/domain/core/worker.server"
import { modelProvider } from "~/outside/model.server"
import { nameInALine } from "~/rules/line-name"
import { stopAiJob } from "./ai-jobs.server"
import type { GivenFile } from "./asking"
import { refuseLong } from "./asking"
import { applySet, Drifted } from "./proposal.server"

type AiCalls = Omit<typeof aiCalls, "contextChat" | "boardPlannerWithFiles">
type Accepted = AnswerOf<AiCalls["boardPlanner"]>

export const queueAiJob = async (
  actor: Person,
  planId: number,
  kind: "plan" | "check" | "copy",
  input: object,
): Promise<Accepted> => {
  const id = await nextId("ai_task")
  return commit(actor, planId, async (): Promise<Outcome<never, Accepted>> => {
    await admit(actor, planId)
    return {
      writes: [{ insert: "ai_task", row: { id, personId: actor.userId, kind, input } }, { procedure: "thinAiTasks" }],
      jobs: [{ kind: kind === "copy" ? "plan.copy" : "ai.task", input: { taskId: id, personId: actor.userId } }],
      scope: "private",
      whileArchived: true,
      answer: { data: { taskId: id } },
      status: 202,
    }
  })
}

/** `bytes` may be shared with workers. */
type SentFile = { name: string; bytes: Uint8Array }

/** Reads the files, and has the assistant plan in the background. */
export const planWithFiles = async (actor: Person, planId: number, prompt: string, files: SentFile[]) => {
  await admit(actor, planId)
  refuseLong(prompt)
  const given: GivenFile[] = []
  let length = [...prompt].length
  for (const { name, bytes } of files) {
    const text = await inWorker(actor, "fileText", bytes, name)
    length += [...text].length
    if (length > largestRequest) {
      throw refusal(413, `The files have more than ${number(largestRequest)} characters. Send a part of them.`)
    }
    given.push({ name: nameInALine(name), text })
  }
  return queueAiJob(actor, planId, "plan", { prompt, files: given })
}

const own = async (actor: Person, taskId: number) => {
  const found = await aiJobOf(actor.userId, taskId)
  if (!found) throw notFound()
  await admit(actor, found.planId)
  return found
}

/** The changes of a job's result, or those sent: a part of a proposal of the caller, or a set of their own. */
const chosen = async (
  actor: Person,
  { planId, taskId, changeSet }: Parameters<Handlers<AiCalls>["saveBoardData"]>[1],
) => {
  if ((taskId === undefined) === (changeSet === undefined)) throw invalid("changeSet", "Send a taskId or a changeSet.")
  if (changeSet && (changeSet.id ?? null) === null) return { changes: changeSet.changes, request: "A change set" }
  const plan = await admit(actor, planId)
  const job = taskId === undefined ? undefined : await own(actor, taskId)
  if (job && job.planId !== planId) throw notFound()
  const result = job?.result
  const proposed = result && "clear" in result ? result.changeSet : result && "changes" in result ? result : undefined
  if (job && !proposed?.changes.length) throw refusal(409, "This task has no changes to carry out.")
  const id = changeSet?.id ?? proposed?.id
  const proposal = id ? await openProposal(plan, callerName(actor), id) : undefined
  if (!proposal) {
    throw refusal(409, "These changes were carried out already, or are older than 30 minutes. Ask for them again.")
  }
  const changes = changeSet ? previewedOnly(proposal, changeSet.changes) : proposal.changes
  return { proposal, changes, request: proposal.request }
}

/** The changes that were sent back, each of which the person has seen. */
const previewedOnly = ({ changes }: StoredProposal, sent: SentChangeSet["changes"]) => {
  const left = changes.map((change) => ({ change, as: asSeen(change) }))
  return sent.map((each, at) => {
    const as = asSeen(each)
    const found = left.findIndex((one) => one.as === as)
    const [one] = found < 0 ? [] : left.splice(found, 1)
    if (!one)
      throw invalid(
        `changeSet.changes.${at}`,
        "This change is not in the preview. Ask for it, or send it without an id.",
      )
    return one.change
  })
}

const asSeen = ({ op, entity, id = null, ref = null, fields = {} }: SentChangeSet["changes"][number]) =>
  JSON.stringify([op, entity, id, ref, Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))])

export const ai: Handlers<AiCalls> = {
  provider: async () => ({ provider: modelProvider() }),
  boardPlanner: async (actor, { planId, prompt }) => {
    refuseLong(prompt)
    return queueAiJob(actor, planId, "plan", { prompt })
  },
  taskChecker: async (actor, { planId, taskId }) => {
    if (!(await isOnBoard(await admit(actor, planId), taskId))) throw notFound()
    return queueAiJob(actor, planId, "check", { taskId })
  },
  status: async (actor, { taskId }): Promise<AiJob> => {
    const { planId, progress, result, error, ...job } = await own(actor, taskId)
    return { ...job, ...(progress ? { progress } : {}), ...(result ? { result } : {}), ...(error ? { error } : {}) }
  },
  stop: async (actor, { taskId }): Promise<undefined> => {
    const { planId } = await own(actor, taskId)
    stopAiJob(taskId)
    await commit(actor, planId, async (): Promise<Outcome> => {
      const { status } = await own(actor, taskId)
      const ended = status === "succeeded" || status === "failed"
      const error = problem(409, "The request was stopped.")
      const stopped: Write = { update: "ai_task", row: { id: taskId, status: "failed", error } }
      return { writes: ended ? [] : [stopped], scope: "private", whileArchived: true, status: 204 }
    })
  },
  preview: async (actor, { planId, id }) => {
    const plan = await admit(actor, planId)
    if (await openProposal(plan, callerName(actor), id)) return { state: "open" }
    return { state: (await carriedOutBefore(plan, callerName(actor), id)) ? "done" : "expired" }
  },
  saveBoardData: async (actor, input) => {
    try {
      const { changeSet, ...counts } = await applySet(actor, input.planId, await chosen(actor, input))
      return counts
    } catch (thrown) {
      if (!(thrown instanceof Drifted)) throw thrown
      throw refusal(409, "The plan has changed since the preview in a way that matters. Ask for the changes again.")
    }
  },
}
