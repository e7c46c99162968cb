// stocked(api, as): a plan with one of each thing in it. sentTo(resource, name, call, board): a valid request about it.
import type * as z from "zod/mini"
import type { Call } from "~/contract/call"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { taskCalls } from "~/contract/task"
import { db } from "~/database/connection.server"
import { stopLink } from "~/domain/mail/unsubscribe.server"
import type { ApiOver, Caller } from "./api-over.ts"

export type Stocked = Awaited<ReturnType<typeof stocked>>
type StockOptions = {
  /** A member who wrote the comments and participates in the conversation; by default the plan's owner. */
  author?: Caller
  /** The person a pending invitation is for. */
  invited?: Caller
  /** In every text: on the board, which a visitor of the plan's link sees, and of all else. */
  marks?: { board: string; hidden: string }
}

type Filled = Awaited<ReturnType<ApiOver["filled"]>>

/** A one-pixel PNG, as base64. */
export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

/** A browser's subscription to web push. */
const subscription = {
  endpoint: "https://push.example.org/device",
  keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
}

export const stocked = async (
  api: ApiOver,
  as: Caller,
  { author = as, invited, marks = { board: "", hidden: "" } }: StockOptions = {},
) => {
  const board = await api.filled(as)
  const planId = board.plan.id
  if (marks.board !== "") await markBoard(api, as, board, marks.board)
  const member = author === as ? await api.person() : author
  await api.join(planId, member)
  const other = await api.person()
  await api.join(planId, other)
  const made = async (by: Caller, path: string, body: object, method = "POST") => {
    const answer = await api.call<{ id: number }>(method, path, { as: by, body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body.id
  }
  const comment = (by: Caller, entity: string, id: number, mentioned: Caller) =>
    made(by, `/api/${entity}/${id}/comments?planId=${planId}`, {
      content: `A note${marks.hidden}`,
      mentions: [{ MentionedUserId: mentioned.id }],
    })
  const comments: Record<string, number> = {
    Goal: await comment(author, "Goal", board.goal.id, other),
    Item: await comment(author, "Item", board.item.id, other),
    Task: await comment(author, "Task", board.task.id, other),
  }
  await comment(other, "Task", board.task.id, author)
  const note = await made(author, "/api/Note", { planId, title: `A note${marks.hidden}`, visibility: 1 })
  await made(author, `/api/Note/${note}`, { content: `More${marks.hidden}` }, "PUT")
  const form = new FormData()
  form.set("file", new File([`hello${marks.hidden}`], `hello${marks.hidden}.txt`))
  const file = (await api.upload<{ id: number; fileName: string }>(as, planId, form)).body
  const conversation = await made(author, "/api/message/conversations", { planId, participantIds: [other.id] })
  const messageId = await made(author, `/api/message/conversations/${conversation}/messages`, {
    content: `Hello${marks.hidden}`,
  })
  const prompt = await made(as, "/api/Prompt", { name: `A prompt${marks.hidden}`, text: `x${marks.hidden}`, planId })
  const view = await made(author, `/api/View?planId=${planId}`, { name: `A view${marks.hidden}`, shared: true })
  // Nothing listens there, and it is switched off: what tests change queues no jobs.
  const hookPath = `/api/Webhook?planId=${planId}`
  const hook = await made(as, hookPath, { name: `A webhook${marks.hidden}`, url: "http://127.0.0.1:9/hook" })
  await made(as, hookPath, { id: hook, active: false }, "PUT")
  await db()`delete from app.job where kind = 'webhook.plan' and (input ->> 'planId')::bigint = ${planId}`
  const asked = await api.call<{ taskId: number }>("POST", `/api/Ai/boardplanner/${planId}`, {
    as: author,
    body: { prompt: 'Add a goal "New"' },
  })
  const label = await made(as, `/api/Label?planId=${planId}`, { name: `Label${marks.board}` })
  const cards = { itemIds: [board.item.id], taskIds: [board.task.id] }
  await made(as, `/api/Label/Cards?planId=${planId}`, { id: label, on: cards }, "PUT")
  const measured = { goalId: board.goal.id, name: `Result${marks.hidden}`, unit: "days", start: 0, target: 10 }
  const result = await made(as, `/api/KeyResult?planId=${planId}`, measured)
  const goneResult = await made(as, `/api/KeyResult?planId=${planId}`, measured)
  await api.call("DELETE", `/api/KeyResult/${goneResult}?planId=${planId}`, { as })
  const checkIn = await made(author, `/api/Goal/${board.goal.id}/checkins?planId=${planId}`, {
    status: 1,
    note: `Checked${marks.hidden}`,
    values: [{ keyResultId: result, current: 4 }],
  })
  const version = await made(as, `/api/Plan/${planId}/snapshot`, {})
  const gone = (await api.item(as, planId, { topic: `Deleted${marks.hidden}` })).id
  await api.call("DELETE", `/api/Item/${gone}?planId=${planId}`, { as })
  const change = {
    op: "update",
    entity: "task",
    id: board.task.id,
    ref: null,
    fields: { type: 1 },
    before: { type: 0 },
    label: `A change${marks.hidden}`,
  }
  const email = invited?.email ?? `invited${planId}@example.org`
  const invitation = await made(as, "/api/invitation/invite", { email, planId, role: 1 })
  const [dead] = await db()<{ id: number }[]>`
    insert into app.job (kind, input, attempts, failed_date, last_error)
    values ('mail.mention', '{"notificationId":0}', 12, now(), 'refused') returning id`
  const [kept] = await db()<
    { token: string; revision: number; notification: number; audit: number; session: number }[]
  >`
    select (select token from app.invitation where id = ${invitation}) as token,
      (select max(id) from app.note_version where note_id = ${note}) as revision,
      (select max(id) from app.notification where person_id = ${author.id} and plan_id = ${planId}) as notification,
      (select max(id) from app.audit where plan_id = ${planId} and entity = 'task') as audit,
      (select max(number) from app.session where person_id = ${author.id}) as session`
  const [grant] = await db()<{ id: number }[]>`
    insert into app.agent_grant (person_id, client_id, name, host, verified, access, scopes, every_plan, resource, request_hash, code_hash,
      code_expires, redirect_uri, challenge, refresh_expires)
    values (${author.id}, 'lc_x', 'Claude', 'claude.example', false, 'read', '{plans:read}', true, 'x', sha256(${`${planId} a`}::bytea), sha256(${`${planId} b`}::bytea), now(), 'x', 'x',
      now() + interval '1 day') returning id`
  const proposals = await db()<{ id: number }[]>`
    insert into app.proposal (plan_id, caller, request, summary, changes, expires_date, in_review, person_id, user_name, agent)
    select ${planId}, 'g1', 'x', '1 change', ${db().json([change])}, now() + interval '7 days', true, ${author.id}, ${author.userName}, 'Claude'
    from generate_series(1, 4) returning id`
  const [delivery] = await db()<{ id: number }[]>`
    insert into app.delivery (webhook_id, message, entry, type, state)
    values (${hook}, 'msg_x', ${kept?.audit ?? 0}, 'task.added', 'failed') returning id`
  const { token = "", revision = 0, notification = 0, audit = 0, session = 0 } = kept ?? {}
  const ids: Record<string, number> = {
    Goal: board.goal.id,
    Item: board.item.id,
    Task: board.task.id,
    Label: label,
    KeyResult: result,
    "KeyResult.restore": goneResult,
    "Goal.removeCheckIn": checkIn,
    Note: note,
    message: conversation,
    Prompt: prompt,
    View: view,
    Webhook: hook,
    Feed: await made(author, "/api/Feed", { planId }),
    Users: member.id,
    invitation,
    notification,
    "Account.endSession": session,
    "Account.endAgent": grant?.id ?? 0,
    "Plan.restoreDeleted": gone,
    "Plan.removeKey": await made(as, `/api/Plan/${planId}/keys`, { name: `A key${marks.hidden}`, access: "read" }),
    "Plan.applyProposal": proposals[0]?.id ?? 0,
    "Plan.rejectProposal": proposals[1]?.id ?? 0,
    "Plan.withdrawProposal": proposals[2]?.id ?? 0,
    "Ai.preview": proposals[2]?.id ?? 0,
    "Plan.proposal": proposals[3]?.id ?? 0,
    Admin: dead?.id ?? 0,
    "Admin.endSessions": other.id,
    "Audit.ofGoal": board.goal.id,
    "Audit.ofItem": board.item.id,
    "Audit.ofTask": board.task.id,
    "Audit.ofInvitation": invitation,
    "Audit.ofMember": member.id,
  }
  return {
    ...board,
    ids,
    member,
    other,
    file,
    comments,
    versions: { Note: revision, Plan: version },
    token,
    delivery: delivery?.id ?? 0,
    stopToken: stopLink({ person: member.id, planId, flag: "emailDailySummary" }).split("token=")[1] ?? "",
    audit,
    messageId,
    taskId: asked.body.taskId,
  }
}

const markBoard = async (api: ApiOver, as: Caller, { plan, goal, item, task }: Filled, mark: string) => {
  const planId = plan.id
  const sent = [
    await api.send(goalCalls.update, { planId, id: goal.id, name: mark, description: mark, explanation: mark }, { as }),
    await api.send(itemCalls.update, { planId, id: item.id, topic: mark, description: mark }, { as }),
    await api.send(taskCalls.update, { planId, id: task.id, description: mark }, { as }),
  ]
  for (const { status, text } of sent) if (status >= 300) throw new Error(`${status} ${text}`)
}

/** A form with a file of the type the call accepts. */
const formOf = (resource: string, name: string, planId: number) => {
  const form = new FormData()
  const [bytes, fileName] = /Image|Avatar/.test(name)
    ? [new Uint8Array(Buffer.from(pixel, "base64")), "pixel.png"]
    : [new TextEncoder().encode("# Plan\n## Goal\n- Action\n"), `${resource}.md`]
  form.set(resource === "Ai" ? "files" : "file", new File([bytes], fileName))
  if (resource === "Ai") form.set("planId", String(planId))
  return form
}

/** A valid address and body about `board`; `plan`: another plan's id in place of the board's. */
export const sentTo = (
  resource: string,
  name: string,
  call: Call,
  board: Stocked,
  plan = board.plan.id,
): { address: string; body?: unknown; form?: FormData } => {
  const id = board.ids[`${resource}.${name}`] ?? board.ids[resource] ?? board.plan.id
  const values: Record<string, string | number> = {
    planId: plan,
    id,
    userId: board.member.id,
    itemId: board.item.id,
    goalId: board.goal.id,
    fileId: board.file.id,
    fileName: board.file.fileName,
    revisionId: board.versions[resource as "Note" | "Plan"] ?? 1,
    commentId: board.comments[resource] ?? 0,
    messageId: board.messageId,
    entity: "item",
    since: 0,
    taskId: board.taskId,
    email: "a@example.org",
    delivery: board.delivery,
    token: resource === "notification" ? board.stopToken : board.token,
    provider: "Google",
  }
  const path = call.path.replace(/:(\w+)/g, (_, key: string) => String(values[key] ?? 1))
  const query = new URLSearchParams()
  const shape = (call.query as unknown as { shape?: Record<string, z.ZodMiniType> } | undefined)?.shape ?? {}
  for (const key of Object.keys(shape))
    if (key === "provider" || !shape[key]?.safeParse(undefined).success) query.set(key, String(values[key] ?? "x"))
  const bodies: Record<string, unknown> = {
    "Ai.boardPlanner": { prompt: 'Add a goal "New"' },
    "Ai.taskChecker": { taskId: board.task.id },
    "Ai.contextChat": { planId: plan, messages: [{ role: "user", content: "What is overdue?" }] },
    "Ai.saveBoardData": {
      planId: plan,
      changeSet: { changes: [{ op: "create", entity: "goal", fields: { name: "New" } }] },
    },
    "Goal.create": { name: "New" },
    "Item.create": { topic: "New", goalId: board.goal.id },
    "Task.create": { description: "New", itemId: board.item.id },
    "Label.create": { name: "New" },
    "KeyResult.create": { goalId: board.goal.id, name: "New", start: 0, target: 1 },
    "KeyResult.restore": { goalId: board.goal.id, name: "New", start: 0, target: 1 },
    "Goal.checkIn": { status: 1 },
    "Plan.create": { name: "New" },
    "Plan.copy": { name: "New" },
    "Plan.revert": { auditId: board.audit },
    "Plan.setOwner": { planId: plan, userId: board.member.id },
    "Plan.setMemberRole": { planId: plan, userId: board.member.id, role: 1 },
    "invitation.invite": { planId: plan, email: "new@example.org", role: 1 },
    "auth.realtimeTicket": { planId: plan },
    "Goal.addComment": { content: "New" },
    "Item.addComment": { content: "New" },
    "Task.addComment": { content: "New" },
    "Users.enable": { userId: board.member.id, enabled: true },
    "File.rename": { friendlyName: "New" },
    "message.open": { planId: plan, participantIds: [board.other.id] },
    "message.send": { content: "New" },
    "message.read": { planId: plan },
    "Meeting.update": { countdown: { do: "start", minutes: 5 } },
    "payment.verifySession": { SessionId: "cs_unknown" },
    "plans.makeLink": {},
    "Plan.makeKey": { name: "New", access: "read" },
    "Prompt.create": { name: "New", text: "New" },
    "View.create": { name: "New" },
    "Webhook.create": { name: "New", url: "http://127.0.0.1:9/new" },
    "Users.setPlanPreferences": { notifyTaskAssigned: true },
    "Note.create": { planId: plan, title: "New" },
    "Users.update": { userName: "Other name", timeZone: "Europe/Berlin", language: "de", weekStart: 1 },
    "notification.subscribe": subscription,
    "Account.requestEmailSignIn": { email: "a@example.org" },
  }
  const body = call.bodyName ? [{ id, order: 1 }] : (bodies[`${resource}.${name}`] ?? (call.body ? { id } : undefined))
  return {
    address: `${path}${query.size ? `?${query}` : ""}`,
    ...(call.form ? { form: formOf(resource, name, plan) } : { body }),
  }
}
