import type { adminCalls } from "~/contract/admin"
import { notFound } from "~/contract/problem"
import { accountsFound, deadJobs, isDeadJob, plansFound } from "~/database/admin.server"
import type { Procedure } from "~/database/tables"
import { storedMails } from "~/outside/mail.server"
import type { Handlers, Person } from "./actor"
import { commit } from "./commit.server"
import type { Outcome } from "./outcome"
import { pageOf } from "./page"

const mailsInPage = 100

const onDeadJob =
  (procedure: Extract<Procedure, { procedure: "retryJob" | "dropJob" }>["procedure"]) =>
  async (actor: Person, { id }: { id: number }): Promise<undefined> => {
    await commit(actor, null, async (): Promise<Outcome> => {
      if (!(await isDeadJob(id))) throw notFound()
      return { scope: "private", writes: [{ procedure, id }], status: 204, jobs: [] }
    })
  }

export const administration: Handlers<typeof adminCalls> = {
  accounts: async (actor, which) => {
    const { rows, more } = await accountsFound(which)
    return pageOf(actor, rows, more)
  },
  plans: async (actor, which) => {
    const { rows, more } = await plansFound(which)
    return pageOf(actor, rows, more)
  },
  jobs: async (actor, { before }) => {
    const { rows, more } = await deadJobs(before)
    return pageOf(actor, rows, more)
  },
  mails: async (actor, { before }) => {
    const rows = await storedMails(mailsInPage + 1, before)
    return pageOf(actor, rows.slice(0, mailsInPage), rows.length > mailsInPage)
  },
  retryJob: onDeadJob("retryJob"),
  dropJob: onDeadJob("dropJob"),
}
