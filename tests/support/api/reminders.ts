// openReminders(): a plan of ada's with grace as a member in Berlin, what the clock tells grace, and the mails that follow.
import { notificationCalls } from "~/contract/notification"
import { userCalls } from "~/contract/user"
import { db } from "~/database/connection.server"
import { mailJobs } from "~/domain/mail/mails.server"
import { type Caller, openApi } from "./api.ts"
import { runJob } from "./jobs.ts"

export type Queued = { id: number; kind: string; input: unknown }

export const openReminders = async () => {
  const api = await openApi()
  const ada = await api.person()
  const grace = await api.person()
  const own = await api.filled(ada)
  await api.join(own.plan.id, grace)

  const inZone = (who: Caller, timeZone: string) => api.send(userCalls.update, { id: who.id, timeZone }, { as: who })
  /** A card of grace's that is due on a day. */
  const owned = (day: string | null, description: string, more: object = {}, plan = own) =>
    api.task(ada, plan.plan.id, plan.item.id, {
      ownerId: grace.id,
      dueDate: day && `${day}T00:00:00Z`,
      description,
      ...more,
    })
  const told = async () =>
    (await api.send(notificationCalls.list, { userId: grace.id }, { as: grace })).body
      .filter(({ kind }) => kind === "dueSoon")
      .map(({ title }) => title)
  const set = (flags: object, who = grace, planId = own.plan.id) =>
    api.send(userCalls.setPlanPreferences, { id: who.id, planId, ...flags }, { as: who })
  /** Takes the waiting jobs of a kind out of the queue. */
  const queued = (kind: string) =>
    db()<Queued[]>`delete from app.job where kind = ${kind} returning id, kind, input`.then((jobs) =>
      [...jobs].sort((a, b) => a.id - b.id),
    )
  /** Runs the waiting jobs of a kind; returns the mails they sent. */
  const mailed = async (kind: string) => {
    const before = api.mails().length
    for (const job of await queued(kind)) await runJob(mailJobs, job)
    return api.mails().slice(before)
  }
  /** Two minutes pass for what is not mailed. */
  const wait = () =>
    db()`update app.notification set created_date = created_date - interval '2 minutes' where mailed_date is null`

  await inZone(grace, "Europe/Berlin")
  return { api, ada, grace, own, inZone, owned, told, set, queued, mailed, wait }
}

export const header = (mail: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, "im")
    .exec(mail)?.[1]
    ?.replace(/\r\n[ \t]/g, "")
    .trim()

/** The address of the header, as the decoding of quoted-printable leaves it. */
export const stopToken = (mail: string) => /unsubscribe\?token=?([\w.-]+)/.exec(mail)?.[1] ?? ""
