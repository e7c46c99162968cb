// aiJobs: what the assistant answers in the background. stopAiJob() ends one of this process.
import * as z from "zod/mini"
import type { PlannedSet } from "~/contract/ai"
import type { ChangeSet } from "~/contract/change-set"
import { isRefusal, problem } from "~/contract/problem"
import type { SystemRole } from "~/contract/role"
import { asker, endAiJob, type StoredAiJob, startAiJob } from "~/database/ai-job.server"
import { ownAccess, type Person } from "~/domain/core/actor"
import { copyInBackground } from "~/domain/transfer/copy-plan.server"
import type { JobHandler, JobHandlers } from "~/outside/jobs.server"
import { ask } from "./ask.server"
import { checkTask } from "./check-task.server"

const jobInput = z.object({ taskId: z.number() })
const planInput = z.object({
  prompt: z.string(),
  files: z.optional(z.array(z.object({ name: z.string(), text: z.string() }))),
})
const checkInput = z.object({ taskId: z.number() })

/** The person waits for the answer, so that hours of further attempts are of no use. */
const mostAttempts = 3

const running = new Map<number, AbortController>()

export const stopAiJob = (id: number) => running.get(id)?.abort()

const personOf = async ({ personId }: StoredAiJob): Promise<Person | undefined> => {
  const person = await asker(personId)
  return (
    person && {
      userId: personId,
      userName: person.userName,
      systemRole: person.systemRole as SystemRole,
      via: "agent",
      ...ownAccess,
      planScope: null,
      clientId: null,
      idempotency: null,
      version: null,
      needs: "takePart",
    }
  )
}

/** A question, or an answer, is a change set without changes. */
const asChangeSet = (planId: number, text: string): ChangeSet => ({
  id: null,
  planId,
  expiresAt: new Date().toISOString(),
  summary: text,
  changes: [],
})

const handle: JobHandler = async (input, { attempts }) => {
  const { taskId: id } = jobInput.parse(input)
  const job = await startAiJob(id)
  if (!job) return
  const stopped = new AbortController()
  running.set(id, stopped)
  try {
    const actor = await personOf(job)
    if (!actor) return await endAiJob(id, { error: problem(403, "Your account is disabled.") })
    const { planId } = job
    if (job.kind === "copy") {
      const result = await copyInBackground(actor, planId, { taskId: id, input: job.input, stopped: stopped.signal })
      return await endAiJob(id, { result })
    }
    if (job.kind === "check") {
      const result = await checkTask(actor, planId, checkInput.parse(job.input).taskId, stopped.signal)
      return await endAiJob(id, { result })
    }
    const { prompt, files } = planInput.parse(job.input)
    const { text, proposal } = await ask(actor, {
      planId,
      request: prompt,
      files,
      plansOnly: true,
      signal: stopped.signal,
    })
    const result: PlannedSet = { ...(proposal ?? asChangeSet(planId, text)), text }
    await endAiJob(id, { result })
  } catch (thrown) {
    if (stopped.signal.aborted) return
    // A refusal stays one; any other failure may pass, and the job is retried while somebody may be waiting.
    if (!isRefusal(thrown) && attempts < mostAttempts) throw thrown
    const error = isRefusal(thrown) ? thrown.problem : problem(503, "The request could not be answered. Try again.")
    await endAiJob(id, { error })
    if (!isRefusal(thrown)) throw Object.assign(thrown as Error, { permanent: true })
  } finally {
    running.delete(id)
  }
}

export const aiJobs: JobHandlers = { "ai.task": handle, "plan.copy": handle }
