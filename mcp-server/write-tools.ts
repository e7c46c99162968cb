// Tools that write one card or note at once.
import type { Entity } from "~/contract/fields/field"
import { type Goal, goalCalls } from "~/contract/goal"
import { type Item, itemCalls } from "~/contract/item"
import { noteCalls } from "~/contract/note"
import { refusal } from "~/contract/problem"
import { type Task, taskCalls } from "~/contract/task"
import { planHolding } from "~/domain/agent/plan-copy.server"
import { tried } from "~/domain/agent/proposal.server"
import { previewText } from "~/rules/agent/propose"
import { cardText, linked, noteLinked, noteText } from "./card-text"
import { healthOf, saveMeasured } from "./goal-tools"
import { at, copyOf, given, names, type Runners, statuses } from "./named"
import { makeCall } from "./reviewing"

const rest = "get_entity reads it in full."

const shownGoal = ({ imageBase64: _, ...goal }: Goal) => linked("goal", goal)
const goalSaved = (goal: Goal) => ({ text: cardText("goal", goal), output: { goal: shownGoal(goal) }, rest })
const itemSaved = (item: Item) => ({ text: cardText("item", item), output: { action: linked("item", item) }, rest })
const taskSaved = (task: Task) => ({ text: cardText("task", task), output: { task: linked("task", task) }, rest })

const removals = { goal: goalCalls.remove, item: itemCalls.remove, task: taskCalls.remove }

export const writing: Runners<"save_goal" | "save_action" | "save_task" | "move" | "add_note" | "delete_card"> = {
  save_goal: async ({ actor }, { planId, goal, owner, status, results, expectedVersion, ...sent }) => {
    const { card, person } = names(actor, planId)
    const id = await card("goal", goal)
    const fields = { ...sent, ownerId: await person(owner), status: status && healthOf(status) }
    const { name, ...others } = given(fields)
    if (id === undefined && name === undefined) throw refusal(400, "A new goal needs a name. To change one, send goal.")
    if (results) {
      if (expectedVersion) throw refusal(400, "Send expectedVersion without results: those are saved by themselves.")
      const saved = await saveMeasured(actor, planId, id, given(fields), results)
      return goalSaved(await makeCall(goalCalls.get, actor, { planId, id: saved }))
    }
    const caller = at(actor, expectedVersion)
    const saved =
      id === undefined
        ? await makeCall(goalCalls.create, caller, { planId, name: name ?? "", ...others })
        : await makeCall(goalCalls.update, caller, { planId, id, ...given(fields) })
    return goalSaved(saved)
  },
  save_action: async ({ actor }, { planId, action, goal, owner, labels, blockedBy, expectedVersion, ...fields }) => {
    const { card, person, labels: labelsOf, cards } = names(actor, planId)
    const id = await card("item", action)
    const lists = { labelIds: await labelsOf(labels), blockedByIds: await cards("item", blockedBy) }
    const of = { goalId: await card("goal", goal), ownerId: await person(owner) }
    const sent = { planId, ...given({ ...fields, ...of, ...lists }) }
    const caller = at(actor, expectedVersion)
    const saved =
      id === undefined
        ? await makeCall(itemCalls.create, caller, sent)
        : await makeCall(itemCalls.update, caller, { ...sent, id })
    return itemSaved(saved)
  },
  save_task: async (
    { actor },
    { planId, task, action, owner, status, labels, blockedBy, expectedVersion, ...fields },
  ) => {
    const { card, person, labels: labelsOf, cards } = names(actor, planId)
    const [id, itemId, ownerId] = [await card("task", task), await card("item", action), await person(owner)]
    const type = status && statuses[status]
    const caller = at(actor, expectedVersion)
    const lists = { labelIds: await labelsOf(labels), blockedByIds: await cards("task", blockedBy) }
    const sent = given({ ...fields, itemId, ownerId, type, ...lists })
    if (id !== undefined) {
      return taskSaved(await makeCall(taskCalls.update, caller, { planId, id, ...sent }))
    }
    const { description } = fields
    if (itemId === undefined || description === undefined) {
      throw refusal(400, "A new task needs an action and a description. To change one, send task.")
    }
    return taskSaved(await makeCall(taskCalls.create, caller, { planId, ...sent, itemId, description }))
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
      return goalSaved(await makeCall(goalCalls.update, caller, { planId, id, order }))
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
      return itemSaved(await makeCall(itemCalls.update, caller, { planId, id, ...sent }))
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
    return taskSaved(await makeCall(taskCalls.update, caller, { planId, id, ...sent }))
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
      return { text: noteText(note), output: { note: noteLinked(note) }, rest }
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
    return { text: `Added the comment ${comment.id}: ${comment.content}`, output: { comment }, rest }
  },
  delete_card: async ({ actor }, { planId: sent, entity: kind, id: named, confirm }) => {
    const entity: Entity = kind === "action" ? "item" : kind
    const planId = sent ?? (typeof named === "number" ? await planHolding(actor, entity, named) : actor.planScope)
    if (!planId) throw refusal(400, "Send planId, or the id of a card in one of your plans.")
    const id = await names(actor, planId).card(entity, named)
    const change = { op: "delete", entity, id } as const
    const [shown] = tried(await copyOf(actor, planId), actor, { request: "", changes: [change] })
    const label = shown?.label ?? ""
    const output = { planId, entity: kind, id, label, deleted: confirm }
    if (!confirm) {
      const again = JSON.stringify({ planId, entity: kind, id, confirm: true })
      return { text: previewText(shown ? [shown] : []), output, call: `To delete it: delete_card ${again}` }
    }
    await makeCall(removals[entity], actor, { planId, id })
    return { text: `Done: ${label}. A plan admin can restore it for 30 days.`, output }
  },
}

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
