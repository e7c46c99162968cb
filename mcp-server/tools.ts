// run(name, caller, input): what each tool does, by the contract's calls and the assistant's.
import { auditCalls } from "~/contract/audit"
import type { Entity } from "~/contract/field"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { noteCalls } from "~/contract/note"
import { planCalls } from "~/contract/plan"
import { notFound, refusal } from "~/contract/problem"
import { type SearchHits, searchCalls } from "~/contract/search"
import { textOfHtml } from "~/contract/shared/html"
import { taskCalls } from "~/contract/task"
import { applyProposal } from "~/domain/agent/apply.server"
import { ask } from "~/domain/agent/ask.server"
import { discardDrafts, publishDrafts } from "~/domain/agent/drafts.server"
import { type Finding, finder } from "~/domain/agent/find-card"
import { type PlanCopy, planCopy } from "~/domain/agent/plan-copy.server"
import { cardNamed } from "~/domain/agent/planner.server"
import { propose } from "~/domain/agent/proposal.server"
import { undoLast } from "~/domain/agent/undo.server"
import { refuseUnpaid } from "~/domain/billing.server"
import type { Actor, Identity } from "~/domain/core/actor"
import { admit, refuseBeyond } from "~/domain/core/admission.server"
import { makeCall } from "~/domain/core/handlers.server"
import { underKey } from "~/domain/core/once.server"
import { previewText } from "~/rules/agent/propose"
import { boardPart, boardText } from "./board-part"
import { accessNeededBy, type InputOf, neededBy, type OutputOf, readsOnly, type ToolName } from "./definitions"

export type Running = { identity: Identity; signal: AbortSignal; progress: (text: string) => void }
type Made = Omit<Running, "identity"> & { actor: Actor }
/** `text`: what a model reads; without it, the output as JSON. */
type Result<N extends ToolName> = { text?: string; output: OutputOf<N> }

const copyOf = async (actor: Actor, planId: number) => planCopy(await admit(actor, planId))

const statuses = { "to do": 0, doing: 1, done: 2 } as const
type Named = number | string | null | undefined

/**
 * Ids of cards and people given by id or name. The board is read only when there is a name. What is written at once takes
 * a name that is written out; reading also takes one that is clearly meant.
 */
const names = (actor: Actor, planId: number, { reads = false } = {}) => {
  let copied: Promise<PlanCopy> | undefined
  const copy = () => {
    copied ??= copyOf(actor, planId)
    return copied
  }
  const card = async <N extends Named>(entity: Entity, named: N): Promise<Exclude<N, string> | number> => {
    if (typeof named !== "string") return named as Exclude<N, string>
    const finding: Finding = { exact: !reads, of: reads ? "open" : "any" }
    const match = await cardNamed(actor, await copy(), named, [entity], finding)
    if ("ask" in match) throw refusal(400, match.ask)
    return match.found.id
  }
  const person = async <N extends Named>(named: N): Promise<Exclude<N, string> | number> => {
    if (typeof named !== "string") return named as Exclude<N, string>
    const me = { id: actor.userId, userName: actor.userName }
    const match = finder((await copy()).fresh()).person(named, me)
    if ("ask" in match) throw refusal(400, match.ask)
    return match.found.id as number
  }
  return { copy, card, person }
}

const given = <Fields extends Record<string, unknown>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>

const shownGoal = <G extends { imageBase64: unknown }>({ imageBase64: _, ...goal }: G): Omit<G, "imageBase64"> => goal

const at = (identity: Identity, version: string | undefined): Identity => ({ ...identity, version: version ?? null })

const runners: { [N in ToolName]: (running: Made, input: InputOf<N>) => Promise<Result<N>> } = {
  ai_agent: async ({ actor, signal, progress }, input) => {
    const { key, ...asked } = input
    const once = key === undefined ? actor : { ...underKey(actor, key, ["ai_agent", asked]), caused: {} }
    const answer = await ask(once, { ...asked, signal, progress })
    const { text, proposal, done, undone, choices, examples, card, model } = answer
    const set = proposal ?? {
      id: null,
      planId: input.planId,
      expiresAt: new Date().toISOString(),
      summary: "No changes",
      changes: [],
    }
    const output = {
      ...set,
      ...given({ done, undone, choices, card }),
      ...(examples ? { examples: [...examples] } : {}),
      ...(model === undefined ? {} : { model }),
    }
    return { text, output }
  },
  list_plans: async ({ actor }, { before }) => {
    const plans =
      actor.planScope === null
        ? await makeCall(planCalls.list, actor, { before })
        : [(await copyOf(actor, actor.planScope)).plan]
    return {
      output: { plans: plans.map(({ id, name, ownerName, lastEdit }) => ({ id, name, ownerName, lastEdit })) },
    }
  },
  get_board: async ({ actor }, { planId, done, goal, action, from }) => {
    const { card, copy } = names(actor, planId, { reads: true })
    const [goalId, itemId] = [await card("goal", goal), await card("item", action)]
    const part = boardPart(await copy(), {
      done,
      from,
      ...(goalId === undefined ? {} : { goalId }),
      ...(itemId === undefined ? {} : { itemId }),
    })
    return { text: boardText(part), output: part }
  },
  search: async ({ actor }, { planId, q, limit, types }) => {
    const found = await makeCall(searchCalls.search, actor, { planId, q, limit, types })
    return { output: { hits: hitsOf(found) } }
  },
  get_entity: async ({ actor }, { planId, entity, card: named }) => {
    if (entity === "note") {
      if (typeof named === "string") throw refusal(400, "A note goes by its id: list_notes and search tell it.")
      const note = await makeCall(noteCalls.get, actor, { id: named })
      if (note.planId !== planId) throw notFound()
      return { output: { note } }
    }
    const { card } = names(actor, planId, { reads: true })
    if (entity === "goal") {
      const at = { planId, id: await card("goal", named) }
      const [goal, comments] = [await makeCall(goalCalls.get, actor, at), await makeCall(goalCalls.comments, actor, at)]
      return { output: { goal: shownGoal(goal), comments: comments.slice(0, 20) } }
    }
    if (entity === "action") {
      const at = { planId, id: await card("item", named) }
      const comments = await makeCall(itemCalls.comments, actor, at)
      return { output: { action: await makeCall(itemCalls.get, actor, at), comments: comments.slice(0, 20) } }
    }
    const at = { planId, id: await card("task", named) }
    const comments = await makeCall(taskCalls.comments, actor, at)
    return { output: { task: await makeCall(taskCalls.get, actor, at), comments: comments.slice(0, 20) } }
  },
  list_notes: async ({ actor }, { planId, before }) => {
    const notes = await makeCall(noteCalls.list, actor, { planId, type: undefined, before })
    return {
      output: {
        notes: notes.map(({ id, title, content, createdByName, modifiedDate }) => ({
          id,
          title,
          beginning: content.slice(0, 300),
          author: createdByName,
          modifiedDate,
        })),
      },
    }
  },
  list_activity: async ({ actor }, { planId, before }) => {
    const entries = await makeCall(auditCalls.ofPlan, actor, { planId, before })
    return {
      output: {
        entries: entries.map(({ id, entityType, entityId, message, createdDate }) => ({
          id,
          entity: entityType,
          entityId,
          what: textOfHtml(message),
          when: createdDate,
        })),
      },
    }
  },
  list_members: async ({ actor }, { planId }) => {
    const { members } = (await copyOf(actor, planId)).cards
    return { output: { members: members.map(({ id, userName }) => ({ id, userName })) } }
  },
  save_goal: async ({ actor }, { planId, goal, expectedVersion, ...fields }) => {
    const id = await names(actor, planId).card("goal", goal)
    const { name, ...others } = given(fields)
    if (id === undefined && name === undefined) throw refusal(400, "A new goal needs a name. To change one, send goal.")
    const caller = at(actor, expectedVersion)
    const saved =
      id === undefined
        ? await makeCall(goalCalls.create, caller, { planId, name: name ?? "", ...others })
        : await makeCall(goalCalls.update, caller, { planId, id, ...given(fields) })
    return { output: { goal: shownGoal(saved) } }
  },
  save_action: async ({ actor }, { planId, action, goal, owner, expectedVersion, ...fields }) => {
    const { card, person } = names(actor, planId)
    const id = await card("item", action)
    const sent = { planId, ...given({ ...fields, goalId: await card("goal", goal), ownerId: await person(owner) }) }
    const caller = at(actor, expectedVersion)
    const saved =
      id === undefined
        ? await makeCall(itemCalls.create, caller, sent)
        : await makeCall(itemCalls.update, caller, { ...sent, id })
    return { output: { action: saved } }
  },
  save_task: async ({ actor }, { planId, task, action, owner, status, expectedVersion, ...fields }) => {
    const { card, person } = names(actor, planId)
    const [id, itemId, ownerId] = [await card("task", task), await card("item", action), await person(owner)]
    const type = status && statuses[status]
    const caller = at(actor, expectedVersion)
    const sent = given({ ...fields, itemId, ownerId, type })
    if (id !== undefined) {
      return { output: { task: await makeCall(taskCalls.update, caller, { planId, id, ...sent }) } }
    }
    const { description } = fields
    if (itemId === undefined || description === undefined) {
      throw refusal(400, "A new task needs an action and a description. To change one, send task.")
    }
    return { output: { task: await makeCall(taskCalls.create, caller, { planId, ...sent, itemId, description }) } }
  },
  move: async ({ actor }, { planId, entity, card: named, expectedVersion, ...to }) => {
    const { copy, card } = names(actor, planId)
    const caller = at(actor, expectedVersion)
    if (entity === "goal") {
      const id = await card("goal", named)
      if (to.after === undefined)
        throw refusal(400, "Say after which goal: after is its id or name, null for the first place.")
      const goals = (await copy()).cards.goals
      const order = orderAfter(goals, id, await card("goal", to.after))
      return { output: { goal: shownGoal(await makeCall(goalCalls.update, caller, { planId, id, order })) } }
    }
    if (entity === "action") {
      const id = await card("item", named)
      const goalId = await card("goal", to.goal)
      const { items } = (await copy()).cards
      const inLanes = to.focus ?? items.find((item) => item.id === id)?.focus ?? false
      const after = await card("item", to.after)
      const place =
        after === undefined
          ? {}
          : inLanes
            ? {
                focusOrder: orderAfter(
                  items.flatMap((item) => (item.focus ? { id: item.id, order: item.focusOrder } : [])),
                  id,
                  after,
                ),
              }
            : { order: orderAfter(items, id, after) }
      const sent = given({ goalId, focus: to.focus, ...place })
      if (Object.keys(sent).length === 0) throw refusal(400, "Say where to: goal, focus or after.")
      return { output: { action: await makeCall(itemCalls.update, caller, { planId, id, ...sent }) } }
    }
    const id = await card("task", named)
    const { tasks } = (await copy()).cards
    const itemId = (await card("item", to.action)) ?? undefined
    const type = to.status && statuses[to.status]
    const own = tasks.find((task) => task.id === id)
    const column = tasks.filter((task) => task.itemId === (itemId ?? own?.itemId) && task.type === (type ?? own?.type))
    const after = await card("task", to.after)
    const sent = given({ itemId, type, order: after === undefined ? undefined : orderAfter(column, id, after) })
    if (Object.keys(sent).length === 0) throw refusal(400, "Say where to: action, status or after.")
    return { output: { task: await makeCall(taskCalls.update, caller, { planId, id, ...sent }) } }
  },
  add_note: async ({ actor }, { planId, content, title, goal, action, task, mentions = [] }) => {
    const { card, person } = names(actor, planId)
    const places = [goal, action, task].filter((place) => place !== undefined)
    if (places.length > 1) throw refusal(400, "A comment is on one card: send goal, action or task.")
    if (places.length === 0) {
      const note = await makeCall(noteCalls.create, actor, {
        planId,
        title: title ?? "",
        content,
        type: 0,
        visibility: 1,
      })
      return { output: { note } }
    }
    const people: { MentionedUserId: number }[] = []
    for (const mentioned of mentions) people.push({ MentionedUserId: await person(mentioned) })
    const sent = { planId, content, mentions: people }
    const comment =
      goal !== undefined
        ? await makeCall(goalCalls.addComment, actor, { ...sent, id: await card("goal", goal) })
        : action !== undefined
          ? await makeCall(itemCalls.addComment, actor, { ...sent, id: await card("item", action) })
          : await makeCall(taskCalls.addComment, actor, { ...sent, id: await card("task", task as number | string) })
    return { output: { comment } }
  },
  propose_changes: async ({ actor }, { planId, request = "Changes proposed by an agent", changes }) => {
    const proposal = await propose(actor, planId, { request, changes })
    return { text: previewText(proposal.changes), output: proposal }
  },
  apply_changes: async ({ actor }, { id, only }) => ({ output: await applyProposal(actor, id, only) }),
  undo_changes: async ({ actor }, { planId, changeSet }) => ({
    output: await undoLast(actor, planId, changeSet),
  }),
  publish_drafts: async ({ actor }, { planId }) => ({ output: await publishDrafts(actor, planId) }),
  discard_drafts: async ({ actor }, { planId }) => ({ output: await discardDrafts(actor, planId) }),
}

export const run = async <N extends ToolName>(
  name: N,
  { identity, ...running }: Running,
  input: InputOf<N>,
): Promise<Result<N>> => {
  if (!readsOnly(name)) await refuseUnpaid(identity)
  // The place where a call of somebody who only proposes goes to the plan's review list instead.
  const needed = accessNeededBy(name)
  if (needed !== "read") refuseBeyond(identity, needed)
  return runners[name]({ ...running, actor: { ...identity, needs: neededBy(name) } }, input)
}

const hitsOf = ({ goals, items, tasks, comments, notes, files }: SearchHits): OutputOf<"search">["hits"] => [
  ...goals.map(({ id, name, snippet }) => ({ type: "goals" as const, id, name, snippet: textOfHtml(snippet) })),
  ...items.map(({ id, topic, snippet }) => ({ type: "items" as const, id, name: topic, snippet: textOfHtml(snippet) })),
  ...tasks.map(({ id, description, snippet }) => ({
    type: "tasks" as const,
    id,
    name: description.slice(0, 200),
    snippet: textOfHtml(snippet),
  })),
  ...comments.map(({ id, createdBy, snippet }) => ({
    type: "comments" as const,
    id,
    name: `by ${createdBy.userName}`,
    snippet: textOfHtml(snippet),
  })),
  ...notes.map(({ id, title, snippet }) => ({ type: "notes" as const, id, name: title, snippet: textOfHtml(snippet) })),
  ...files.map(({ id, friendlyName, snippet }) => ({
    type: "files" as const,
    id,
    name: friendlyName,
    snippet: textOfHtml(snippet),
  })),
]

type Ordered = { id: number; order: number }

const gap = 1_024

/** An order right after another card, or before all for null; the server makes room where there is none. */
const orderAfter = (rows: readonly Ordered[], own: number, after: number | null): number => {
  const others = rows.filter(({ id }) => id !== own).sort((a, b) => a.order - b.order || a.id - b.id)
  const at = after === null ? -1 : others.findIndex(({ id }) => id === after)
  const [before, next] = [others[at], others[at + 1]]
  if (!next) return (others.at(-1)?.order ?? 0) + gap
  return before ? Math.floor((before.order + next.order) / 2) : next.order - gap
}
