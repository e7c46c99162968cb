// Tools that look in one plan or in all that the caller may see: tasks, words, and what has changed.
import { planCalls } from "~/contract/plan"
import { refusal } from "~/contract/problem"
import { type SearchHits, searchCalls } from "~/contract/search"
import { textOfHtml } from "~/contract/shared/html"
import { type OwnTask, taskCalls } from "~/contract/task"
import { type Due, dueDays } from "~/domain/agent/due-days.server"
import { tasksOfView } from "~/domain/agent/view-tasks.server"
import { changesSince } from "~/domain/audit.server"
import type { Actor } from "~/domain/core/actor"
import { makeCall } from "~/domain/core/handlers.server"
import { nameOf } from "~/rules/agent/names"
import { fitting, moreFollows } from "./answers"
import { columnsOf, linkOf, urlOf } from "./card-text"
import type { OutputOf } from "./definitions"
import { names, type Runners, statuses } from "./named"
import { idIn } from "./read-tools"

/** Of a person's plans, those edited last, which a search without a plan goes through. */
const plansSearched = 20
const noTasks = "There are no such tasks."

type Hit = OutputOf<"search">["hits"][number]

export const finding: Runners<"list_tasks" | "my_tasks" | "search" | "changes_since"> = {
  list_tasks: async ({ actor }, { planId: asked, view, limit, cursor, ...filter }) => {
    const { owner, due, status, goal, action, label, blocked } = filter
    const planId = asked ?? actor.planScope ?? undefined
    if (view !== undefined) {
      if (planId === undefined) throw refusal(400, "A view is of one plan: send planId.")
      if (Object.values(filter).some((value) => value !== undefined))
        throw refusal(400, "A view has a filter of its own: send planId, view, limit and cursor alone.")
      const { tasks, next } = await tasksOfView(actor, planId, view, limit, idIn(cursor))
      return listed("list_tasks", tasks, next)
    }
    if (planId === undefined && [goal, action].some((named) => typeof named === "string"))
      throw refusal(400, "A goal or action goes by its name in one plan only: send planId, or its id.")
    const { card, person, label: labelOf } = names(actor, planId ?? 0, { reads: true })
    const isMe = typeof owner === "string" && owner.toLowerCase() === "me" && actor.userId !== null
    const ownerId = isMe
      ? (actor.userId ?? undefined)
      : typeof owner === "string" && planId === undefined
        ? undefined
        : await person(owner)
    const ownerName = typeof owner === "string" && planId === undefined && !isMe ? owner : undefined
    const of = { goalId: await card("goal", goal), itemId: await card("item", action), ownerId, ownerName }
    const labelled =
      label === undefined
        ? {}
        : typeof label === "string" && planId === undefined
          ? { labelName: label }
          : { labelId: await labelOf(label) }
    return tasksOf("list_tasks", actor, { planId, ...of, ...labelled, blocked, status, due, limit, cursor })
  },
  my_tasks: async ({ actor }, { due, limit, cursor }) => {
    if (actor.userId === null)
      throw refusal(403, "A plan's key is nobody, so no tasks are its own. Use list_tasks with an owner.")
    return tasksOf("my_tasks", actor, { ownerId: actor.userId, due, limit, cursor })
  },
  search: async ({ actor, countSearch }, { planId, q, limit, types }) => {
    const only = planId ?? actor.planScope ?? undefined
    const plans =
      only === undefined
        ? (await makeCall(planCalls.list, actor, { before: undefined })).map(({ id, name }) => ({ id, name }))
        : [{ id: only, name: "" }]
    const hits: Hit[] = []
    let incomplete = false
    for (const [at, { id }] of plans.slice(0, plansSearched).entries()) {
      if (at > 0) await countSearch?.()
      const found = await makeCall(searchCalls.search, actor, { planId: id, q, limit, types })
      hits.push(...hitsOf(id, found))
      incomplete ||= found.incomplete === true
    }
    const nameOfPlan = new Map(plans.map(({ id, name }) => [id, name]))
    const { rows, lines, all } = fitting(hits, ({ type, id, name, snippet, planId, url }) => {
      const plan = only === undefined ? ` in "${nameOfPlan.get(planId)}" (plan ${planId})` : ""
      return `${nounOf[type]} ${id}: ${name}${plan}${snippet && snippet !== name ? ` — ${snippet}` : ""} ${url ?? ""}`.trim()
    })
    const left = [
      ...(incomplete ? ["More may match: texts changed just now are still being indexed."] : []),
      ...(all ? [] : ["More was found: search with more words, a planId or types."]),
      ...(plans.length > plansSearched
        ? [`Only the ${plansSearched} plans edited last were searched: send planId for another.`]
        : []),
    ]
    return {
      text: [...(lines.length > 0 ? lines : ["Nothing was found."]), ...left].join("\n"),
      output: { hits: rows },
    }
  },
  changes_since: async ({ actor }, { planId, seq }) => {
    const { changes, ...page } = await changesSince(actor, planId, seq)
    const entries = changes.map(({ message, ...change }) => ({ ...change, what: textOfHtml(message) }))
    const { rows, lines, all } = fitting(entries, ({ seq, at, what }) => `${seq} ${at} ${what}`)
    const next = all ? page.seq : (rows.at(-1)?.seq ?? page.seq)
    const isMore = !all || page.more
    const more = isMore ? [`More follows: call changes_since again with seq=${next}.`] : []
    const text = [...(lines.length > 0 ? lines : ["Nothing has changed since."]), ...more].join("\n")
    return { text, output: { planId, seq: next, more: isMore, changes: rows } }
  },
}

type Wanted = {
  planId?: number | undefined
  ownerId?: number | undefined
  ownerName?: string | undefined
  goalId?: number | undefined
  itemId?: number | undefined
  status?: keyof typeof statuses | undefined
  due?: Due | undefined
  labelId?: number
  labelName?: string
  blocked?: boolean | undefined
  limit: number
  cursor?: string | undefined
}

const tasksOf = async (tool: "list_tasks" | "my_tasks", actor: Actor, { status, due, cursor, ...wanted }: Wanted) => {
  const caused: NonNullable<Actor["caused"]> = {}
  const found = await makeCall(
    taskCalls.find,
    { ...actor, caused },
    { ...wanted, ...(await dueDays(actor, due)), column: status && statuses[status], before: idIn(cursor) },
  )
  return listed(tool, found, caused.next)
}

/** `follows`: the last row of the page where more follow. */
const listed = (tool: string, found: readonly OwnTask[], follows: string | number | undefined) => {
  const { rows, lines, all } = fitting(found.map(rowOf), lineOf)
  const last = all ? follows : rows.at(-1)?.id
  const next = last ? String(last) : null
  const text = [...(lines.length > 0 ? lines : [noTasks]), ...moreFollows(tool, next)].join("\n")
  return { text, output: { tasks: rows, cursor: next } }
}

const rowOf = (task: OwnTask) => ({
  id: task.id,
  planId: task.planId,
  plan: task.planName,
  actionId: task.itemId,
  action: task.itemTopic,
  name: nameOf(task),
  status: columnsOf[task.type],
  owner: task.owner?.userName ?? null,
  due: task.dueDate?.slice(0, 10) ?? null,
  ...(task.labelNames ? { labels: task.labelNames } : {}),
  ...(task.blocked ? { blocked: true as const } : {}),
  url: urlOf("task", task.planId, task.id),
})

const lineOf = (row: ReturnType<typeof rowOf>) => {
  const { id, name, status, owner, due, action, plan, planId, url, labels, blocked } = row
  const details = [
    status,
    ...(owner ? [owner] : []),
    ...(due ? [`due ${due}`] : []),
    ...(blocked ? ["blocked"] : []),
    ...(labels ? [`labels ${labels.join(", ")}`] : []),
    `in "${action}"`,
  ]
  return `task ${id}: ${name} [${details.join(", ")}, "${plan}" (plan ${planId})] ${url}`
}

const nounOf = {
  goals: "goal",
  items: "action",
  tasks: "task",
  comments: "comment",
  notes: "note",
  files: "file",
} as const

const hitsOf = (planId: number, { goals, items, tasks, comments, notes, files }: SearchHits): Hit[] => {
  const shown = <Row extends { id: number; snippet: string }>(
    type: Hit["type"],
    rows: readonly Row[],
    name: (row: Row) => string,
    url: (row: Row) => string | undefined,
  ) =>
    rows.map((row): Hit => {
      const link = url(row)
      const hit = { type, id: row.id, name: name(row), snippet: textOfHtml(row.snippet), planId }
      return link === undefined ? hit : { ...hit, url: link }
    })
  const urlOfOwner = ({
    goalId,
    itemId,
    taskId,
  }: {
    goalId: number | null
    itemId: number | null
    taskId: number | null
  }) =>
    taskId
      ? urlOf("task", planId, taskId)
      : itemId
        ? urlOf("item", planId, itemId)
        : goalId
          ? urlOf("goal", planId, goalId)
          : undefined
  return [
    ...shown("goals", goals, nameOf, ({ id }) => urlOf("goal", planId, id)),
    ...shown("items", items, nameOf, ({ id }) => urlOf("item", planId, id)),
    ...shown("tasks", tasks, nameOf, ({ id }) => urlOf("task", planId, id)),
    ...shown("comments", comments, ({ createdBy }) => `by ${createdBy.userName}`, urlOfOwner),
    ...shown(
      "notes",
      notes,
      ({ title }) => title,
      ({ id }) => linkOf(planId, "note", id),
    ),
    ...shown("files", files, ({ friendlyName }) => friendlyName, urlOfOwner),
  ]
}
