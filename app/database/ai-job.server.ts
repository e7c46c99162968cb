import type { AiJob } from "~/contract/ai"
import type { Admission } from "./admission.server"
import { backgroundDb, db } from "./connection.server"

export type StoredAiJob = {
  id: number
  planId: number
  personId: number
  kind: "plan" | "check" | "copy"
  input: unknown
}

/** A person's job for the assistant with its state. */
export const aiJobOf = async (person: number, id: number) => {
  const [row] = await db()<(AiJob & { planId: number })[]>`
    select id as "taskId", plan_id as "planId", status, progress, result, error from app.ai_task where id = ${id} and person_id = ${person}`
  return row
}

/** Whether the plan has this task on its board, drafts included. */
export const isOnBoard = async ({ planId }: Admission, task: number) => {
  const [row] = await db()<{ there: boolean }[]>`
    select exists (select from app.task t where t.id = ${task} and t.plan_id = ${planId} and t.deletion_id is null) as there`
  return row?.there === true
}

/** Marks the job as running; undefined when it has been stopped or has ended. */
export const startAiJob = async (id: number): Promise<StoredAiJob | undefined> => {
  const [row] = await backgroundDb()<StoredAiJob[]>`
    update app.ai_task set status = 'running' where id = ${id} and status in ('queued', 'running')
    returning id, plan_id as "planId", person_id as "personId", kind, input`
  return row
}

/** From 0 to 1. */
export const storeProgress = async (id: number, progress: number): Promise<void> => {
  await backgroundDb()`update app.ai_task set progress = ${progress} where id = ${id} and status = 'running'`
}

/** Stores how the job has ended; a stopped one stays stopped. */
export const endAiJob = async (id: number, ended: { result: unknown } | { error: unknown }): Promise<void> => {
  const [status, result, error] =
    "result" in ended
      ? ["succeeded", JSON.stringify(ended.result), null]
      : ["failed", null, JSON.stringify(ended.error)]
  await backgroundDb()`update app.ai_task set status = ${status}, result = ${result}::text::jsonb, error = ${error}::text::jsonb
    where id = ${id} and status = 'running'`
}

/** The person of a job, unless their account is disabled. */
export const asker = async (id: number) => {
  const [row] = await backgroundDb()<{ userName: string; systemRole: number }[]>`
    select user_name as "userName", role as "systemRole" from app.person where id = ${id} and enabled`
  return row
}
