import type { Call } from "~/contract/call"
import type { BoardEntity } from "~/contract/fields/field"
import { goalCalls } from "~/contract/goal"
import { itemCalls } from "~/contract/item"
import { keyResultCalls } from "~/contract/key-result"
import { labelCalls } from "~/contract/label"
import { planCalls } from "~/contract/plan"
import { isRefusal, refusal } from "~/contract/problem"
import { taskCalls } from "~/contract/task"
import { type SendOptions, send } from "../api"
import { madeBy } from "../board/next-tasks"
import type { OutboxEntry } from "./outbox-entry"
import { type Base, unchangedSince } from "./typed-texts"

const calls = {
  goal: goalCalls,
  item: itemCalls,
  task: taskCalls,
  label: labelCalls,
  keyResult: keyResultCalls,
  checkIn: { create: goalCalls.checkIn, remove: goalCalls.removeCheckIn },
}

type Declared = { [E in BoardEntity]: `${E}.${keyof (typeof calls)[E] & string}` }[BoardEntity]

/** An entry that another version of the product stored may name a call that this one lacks. */
const callOf = (name: Declared): Call => {
  const [entity, call] = name.split(".") as [BoardEntity, string]
  const found: Call | undefined = Object.hasOwn(calls, entity)
    ? (calls[entity] as Record<string, Call>)[call]
    : undefined
  if (!found) throw refusal(410, "This change was made in another version of Laneway and can no longer be saved.")
  return found
}

/** A text that waited longer than this for a connection does not replace one that somebody wrote since, ms. */
const waited = 5_000
/** Also where the clock has been set back since: the change then seems to be made in the future. */
const hasWaited = ({ at }: OutboxEntry) => Math.abs(Date.now() - at / 1_000) > waited
/** The number of attempts on a card that others change at the same time. */
const tries = 3

/**
 * Replaces texts of a card unless somebody else has changed one of them since. What else changed in the card is no
 * conflict. Throws a refusal with the card as it is now.
 */
const sendText = async (base: Base, declared: Call, input: Record<string, unknown>, options: SendOptions) => {
  let version: string | undefined = base.version
  for (let n = 1; ; n++) {
    try {
      return await send(declared, input, { ...options, unmodifiedSince: version })
    } catch (thrown) {
      const current = isRefusal(thrown) && thrown.problem.status === 409 ? thrown.problem.current : undefined
      version = current && n < tries ? unchangedSince(base, input, current) : undefined
      if (version === undefined) throw thrown
    }
  }
}

/** Adds a label, or uses the one that somebody else has given the same name since. */
const sendLabel = async (input: Record<string, unknown>, options: SendOptions) => {
  try {
    return await send(labelCalls.create as Call, input, options)
  } catch (thrown) {
    const current = isRefusal(thrown) && thrown.problem.status === 409 ? thrown.problem.current : undefined
    if (!current) throw thrown
    return { answer: current }
  }
}

/** Makes the call of an entry, with its key and the client id of the tab that added it. */
export const sendEntry = async (entry: OutboxEntry, more: SendOptions = {}) => {
  const { name, input, ref, clientId } = entry
  const options = { ...more, idempotencyKey: ref, clientId }
  if (name === "plan.restoreDeleted") return send(planCalls.restoreDeleted, input, options)
  if (name === "label.create") return sendLabel(input as Record<string, unknown>, options)
  if (name === "view.create" || name === "view.update" || name === "view.remove") {
    const { viewCalls } = await import("~/contract/view")
    const call: Call = viewCalls[name.slice("view.".length) as keyof typeof viewCalls]
    return send(call, input as Record<string, unknown>, options)
  }
  if (name === "note.remove") return send((await import("~/contract/note")).noteCalls.remove, input, options)
  if (name !== "message.send") {
    const base = "base" in entry && hasWaited(entry) ? entry.base : undefined
    const given = input as Record<string, unknown>
    const sent = await (base ? sendText(base, callOf(name), given, options) : send(callOf(name), given, options))
    const finishes = "context" in entry && entry.context.nextIds
    return finishes ? { ...sent, made: await madeBy(entry, sent.answer, more) } : sent
  }
  const { sendMessage } = await import("../chat/send-message")
  return sendMessage(input, options)
}
