// openFiles(): a plan with a goal, an action and a task, two members and a viewer, and helpers for its files.
import { readdirSync } from "node:fs"
import { type FileEntry, fileCalls } from "~/contract/file"
import { planCalls } from "~/contract/plan"
import { db } from "~/database/connection.server"
import { fileJobs } from "~/domain/file.server"
import { type Caller, openApi } from "./api.ts"
import { runJob } from "./jobs.ts"

type Content = string | Uint8Array<ArrayBuffer>

/** An upload's form: `fields` say what the file belongs to. */
export const formOf = (content: Content, name: string, fields: object = {}, fileFirst = true) => {
  const form = new FormData()
  if (fileFirst) form.set("file", new File([content], name))
  for (const [key, value] of Object.entries(fields)) form.set(key, String(value))
  if (!fileFirst) form.set("file", new File([content], name))
  return form
}

export const openFiles = async () => {
  const api = await openApi()
  const ada = await api.person()
  const grace = await api.person()
  const viewer = await api.person()
  const own = await api.filled(ada)
  const planId = own.plan.id
  await api.join(planId, grace)
  await api.join(planId, viewer, 2)

  const upload = (as: Caller, content: Content, name: string, fields: object = {}) =>
    api.upload<FileEntry>(as, planId, formOf(content, name, fields))
  const view = (as: Caller, name: string, headers: Record<string, string> = {}) =>
    api.dispatch(
      new Request(`http://localhost:3000/api/File/ViewFile/${planId}/${name}`, {
        headers: { cookie: as.cookie, ...headers },
      }),
      { ip: "127.0.0.1" },
    )
  const list = async (as: Caller, of: { goalId?: number; itemId?: number; taskId?: number; noteId?: number } = {}) =>
    (await api.send(fileCalls.list, { planId, ...of }, { as })).body
  const removeById = (as: Caller, id: number) => api.send(fileCalls.removeById, { fileId: id }, { as })
  const eventsAfter = async (seq: number) =>
    (await api.send(planCalls.changes, { planId, since: seq }, { as: ada })).body
  const seq = async () => (await eventsAfter(0)).seq

  /** Names of the plan's objects in storage, including partial uploads. */
  const stored = () => {
    const names = (directory: string) => {
      try {
        return readdirSync(`${api.files}/${directory}`)
      } catch {
        return []
      }
    }
    return [...names(`plan-files/${planId}`), ...names(".partial").map((name) => `partial ${name}`)]
  }
  /** Runs the jobs that delete bytes. */
  const runJobs = async () => {
    const jobs = await db()<
      { kind: string; input: unknown }[]
    >`delete from app.job where kind = 'file.remove' returning kind, input`
    for (const job of jobs) await runJob(fileJobs, job)
  }

  return {
    api,
    ada,
    grace,
    viewer,
    own,
    planId,
    upload,
    view,
    list,
    removeById,
    eventsAfter,
    seq,
    stored,
    runJobs,
    close: api.close,
  }
}
