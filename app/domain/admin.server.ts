import type { adminCalls } from "~/contract/admin"
import { notFound } from "~/contract/problem"
import { accountsFound, deadJobs, isDeadJob, plansFound, queueFigures, totals } from "~/database/admin.server"
import { personById } from "~/database/sign-in/person.server"
import type { Procedure } from "~/database/tables"
import type { Handlers, Person } from "~/domain/core/actor"
import { commit } from "~/domain/core/commit.server"
import { countedListPage, listPageOf } from "~/domain/core/list-page"
import type { Outcome } from "~/domain/core/outcome"
import { personChanged } from "~/domain/sign-in/session.server"
import { storedMails } from "~/outside/mail.server"
import { billingOfPeople } from "./billing.server"
import { readHealth } from "./health.server"

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
    const found = countedListPage(actor, await accountsFound(which))
    const billingOf = await billingOfPeople(found.map(({ id }) => id))
    return found.map((account) => {
      const standing = billingOf?.(account.id)
      return {
        ...account,
        subscription: standing ? { status: standing.status, stripeTrialEnd: standing.stripeTrialEnd } : null,
      }
    })
  },
  plans: async (actor, which) => countedListPage(actor, await plansFound(which)),
  jobs: async (actor, which) => countedListPage(actor, await deadJobs(which)),
  mails: async (actor, { before }) => {
    const rows = await storedMails(mailsInPage + 1, before)
    return listPageOf(actor, rows.slice(0, mailsInPage), rows.length > mailsInPage)
  },
  retryJob: onDeadJob("retryJob"),
  dropJob: onDeadJob("dropJob"),
  retryJobs: async (actor) => {
    await commit(
      actor,
      null,
      async (): Promise<Outcome> => ({
        scope: "private",
        writes: [{ procedure: "retryJobs" }],
        status: 204,
        jobs: [],
      }),
    )
  },
  totals,
  queues: async () => [...(await queueFigures())],
  health: readHealth,
  endSessions: async (actor, { id }) => {
    if (!(await personById(id))) throw notFound()
    await commit(actor, null, async (): Promise<Outcome> => {
      return { scope: "private", writes: [{ procedure: "endSessions", personId: id }], status: 204 }
    })
    await personChanged(id)
  },
}
