import type { NotificationKind } from "~/contract/notification-row"
import { counted, number } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"
import { newNotifications } from "~/database/notification.server"
import type { Write } from "~/database/tables"
import type { Actor } from "~/domain/core/actor"
import { namingIn } from "~/domain/core/member-names.server"
import type { AnyOutcome, Event, Job, Notice } from "~/domain/core/outcome"
import { speaking } from "~/outside/speaking.server"
import { nameInALine } from "~/rules/line-name"
import { type Change, isCardChange, type Rows } from "~/rules/rule"

const changesOf = { one: "# change", other: "# changes" }

/** Titles of notifications, in the language of who gets them. */
export const noticeTexts = localized("noticeTexts", {
  assigned: (card: string) => `You now own “${card}”`,
  unblocked: (card: string) => `“${card}” is no longer waiting`,
  dueSoon: (card: string) => `“${card}” is due tomorrow`,
  checkIn: (goal: string, more: number) =>
    `Time to check in: ${goal}${more > 0 ? ` and ${counted(more, { one: "# more goal", other: "# more goals" })}` : ""}`,
  mention: (name: string, card: string) => `${name} mentioned you in “${card}”`,
  comment: (name: string, card: string) => `${name} commented on “${card}”`,
  accepted: (name: string) => `${name} accepted your invitation`,
  restored: "A version of the plan has been restored",
  transferred: (name: string, plan: string) => `${name} made you the owner of “${plan}”`,
  proposed: (who: string, changes: number) => `${who} proposes ${counted(changes, changesOf)}`,
  applied: (name: string, applied: number, of: number, agent: string) =>
    `${name} applied ${applied === of ? counted(of, changesOf) : `${number(applied)} of ${counted(of, changesOf)}`} that ${agent} proposed for you`,
  rejected: (name: string, changes: number, agent: string) =>
    `${name} rejected ${counted(changes, changesOf)} that ${agent} proposed for you`,
  agentFor: (agent: string, name: string) => `${agent} for ${name}`,
  webhookOff: (webhook: string) => `The webhook “${webhook}” was switched off`,
  imported: (plan: string) => `“${plan}” has been imported`,
})

const toSelf: ReadonlySet<NotificationKind> = new Set(["imported", "restored"])

/** The kinds that are mailed, with the job that does. */
const mailJob: Partial<Record<NotificationKind, string>> = { mention: "mail.mention", assigned: "mail.assigned" }

/** A person as a text names them, beside the agent that acted for them. */
export const withAgent = (agent: string | null, name: string) =>
  agent === null ? name : noticeTexts.agentFor(nameInALine(agent), name)

/** The agent that all of it was done through. */
export const commonAgent = (done: readonly { agent: string | null }[]) => {
  const [agent = null, ...others] = new Set(done.map(({ agent }) => agent))
  return others.length === 0 ? agent : null
}

/** The outcome with what its notices write, emit and queue. */
export const withNotices = async (actor: Actor, planId: number | null, outcome: AnyOutcome): Promise<AnyOutcome> => {
  const self = { id: actor.userId, userName: actor.userName }
  const made = (outcome.notices ?? []).flatMap(({ to, by = self, ...notice }) =>
    to
      .filter((personId) => personId !== by.id || toSelf.has(notice.kind))
      .map((personId) => ({ ...notice, by, personId })),
  )
  if (made.length === 0) return outcome
  const { ids, devices, languages } = await newNotifications(made.map(({ personId }) => personId))
  const named = await namingIn(planId)
  const writes: Write[] = []
  const events: Event[] = []
  const jobs: Job[] = []
  for (const [at, { kind, title, by, personId, about, comment }] of made.entries()) {
    const id = ids[at] as number
    // Who caused it otherwise did so without this agent.
    const agent = by === self ? actor.agent : null
    const place = about ? { [`${about.entity}Id`]: about.id } : {}
    writes.push({
      insert: "notification",
      row: {
        id,
        personId,
        actorId: by.id,
        agent,
        kind,
        title: speaking(languages[personId] ?? "en", () => title(withAgent(agent, named(by)))),
        ...place,
        ...(comment === undefined ? {} : { commentId: comment }),
      },
    })
    events.push({ event: "SendNotificationToUser", to: [personId], entity: "notification", id })
    const mail = mailJob[kind]
    if (mail) jobs.push({ kind: mail, input: { notificationId: id } })
    for (const device of devices) {
      if (device.personId !== personId) continue
      jobs.push({ kind: device.kind, input: { notificationId: id, device: device.id, personId } })
    }
  }
  return {
    ...outcome,
    writes: [...outcome.writes, ...writes],
    events: [...(outcome.events ?? []), ...events],
    jobs: [...(outcome.jobs ?? []), ...jobs],
  }
}

/** Notices to those who become owners of cards. There are none for drafts until they are published. `rows`: those before the changes. */
export const ownerNotices = (
  changes: readonly Change[],
  { goals, items, tasks }: Pick<Rows, "goals" | "items" | "tasks">,
): Notice[] =>
  changes.flatMap((change): Notice[] => {
    if (change.op === "delete" || !isCardChange(change)) return []
    // The next one of a repeating task has the owner that they had.
    if (change.op === "insert" && "along" in change) return []
    const { entity } = change
    const before = change.op === "insert" ? undefined : { goal: goals, item: items, task: tasks }[entity].get(change.id)
    const after = { ...before, ...(change.op === "insert" ? change.row : change.fields) }
    if (after.isDraft) return []
    const owner = after.owner?.id
    const isNew = owner !== before?.owner?.id || before?.isDraft === true
    if (!owner || !isNew) return []
    const id = change.op === "insert" ? change.row.id : change.id
    const heading = "name" in after ? after.name : "topic" in after ? after.topic : undefined
    const name = heading?.trim() ? heading : (after.description ?? "")
    const title = () => noticeTexts.assigned(nameInALine(name))
    return [{ kind: "assigned", to: [owner], title, about: { entity, id } }]
  })
