// Tools that propose changes, carry them out and take them back: all answer the same fields.
import type { DoneCounts } from "~/contract/ai"
import { type ChangeSet, changeFields, type SentChangeSet } from "~/contract/change-set"
import { isRefusal, refusal } from "~/contract/problem"
import { goalStatusWords } from "~/contract/shared/bounds"
import { applyProposal } from "~/domain/agent/apply.server"
import { type AskAnswer, ask, draftsText } from "~/domain/agent/ask.server"
import type { Asking } from "~/domain/agent/asking"
import { discardDrafts, hasDrafts, publishDrafts } from "~/domain/agent/drafts.server"
import { propose } from "~/domain/agent/proposal.server"
import { undoLast } from "~/domain/agent/undo.server"
import { type Actor, callerName } from "~/domain/core/actor"
import { underKey } from "~/domain/core/once.server"
import { createSharing } from "~/domain/core/sharing.server"
import { countsText, previewText } from "~/rules/agent/propose"
import { type ProposedChange, words } from "./inputs"
import { copyOf, given, names, type Runners, statuses } from "./named"

/** Requests under one key at the same time ask the model once. */
const sharing = createSharing<AskAnswer>()

const rest = "The changes have their labels only; ask for fewer at once to read all of their fields."

export const changing: Runners<
  "ai_agent" | "ask" | "propose_changes" | "apply_changes" | "undo_changes" | "publish_drafts" | "discard_drafts"
> = {
  ai_agent: async ({ actor, signal, progress }, { key, ...asked }) => {
    if (key === undefined) return answerOf(asked.planId, await ask(actor, { ...asked, signal, progress }))
    const once = { ...underKey(actor, key, ["ai_agent", asked]), caused: {} }
    const named = `${callerName(actor)} ${key} ${once.idempotency?.hash}`
    const work = (shared: Pick<Asking, "signal" | "progress">) => ask(once, { ...asked, ...shared })
    return answerOf(asked.planId, await sharing({ key: named, signal, progress, work }))
  },
  ask: async ({ actor, signal, progress }, { planId, question }) => {
    const { text, proposal } = await ask(actor, { planId, request: question, dryRun: true, signal, progress })
    const said = proposal
      ? "This asks for changes, and ask only answers questions: use ai_agent or propose_changes."
      : text
    return { text: said, output: { planId } }
  },
  propose_changes: async ({ actor }, { planId, request = "", changes }) => {
    const sent = await resolved(actor, planId, changes)
    const proposal = await propose(actor, planId, { request, changes: sent }).catch((thrown: unknown) => {
      throw withWords(thrown, changes)
    })
    return answerOf(planId, { text: previewText(proposal.changes), proposal })
  },
  apply_changes: async ({ actor }, { id, only }) => {
    const { planId, ...done } = await applyProposal(actor, id, only)
    return answerOf(planId, { text: `Done: ${countsText(done)}.`, done })
  },
  undo_changes: async ({ actor }, { planId, changeSet }) => {
    const { summary, done } = await undoLast(actor, planId, changeSet)
    return answerOf(planId, { text: `Undone: ${summary}.`, done, undone: true })
  },
  publish_drafts: async ({ actor }, { planId }) => {
    if (!hasDrafts(await copyOf(actor, planId))) return answerOf(planId, { text: noDrafts })
    const drafts = await publishDrafts(actor, planId)
    return answerOf(planId, { text: `Published ${draftsText(drafts)}.`, done: drafts.done })
  },
  discard_drafts: async ({ actor }, { planId }) => {
    if (!hasDrafts(await copyOf(actor, planId))) return answerOf(planId, { text: noDrafts })
    const drafts = await discardDrafts(actor, planId)
    return answerOf(planId, { text: `Discarded ${draftsText(drafts)}.`, done: drafts.done })
  },
}

const noDrafts = "There are no drafts in this plan."

const answerOf = (planId: number, { text, proposal, done, examples, submitted, shown, ...more }: AskAnswer) => {
  const waiting = proposal?.id ?? null
  const { undone, choices, card, model } = more
  const output = {
    id: waiting,
    planId,
    expiresAt: waiting === null ? null : (proposal as ChangeSet).expiresAt,
    summary: proposal?.summary ?? (done ? countsText(done) : firstSentence(text)),
    changes: proposal?.changes ?? [],
    done: done ? countsOf(done) : null,
    ...given({ proposal: submitted, changeSet: done?.changeSet, undone, choices, card, model }),
    ...(examples ? { examples: [...examples] } : {}),
  }
  const call = waiting === null ? {} : { call: `To apply it: apply_changes {"id":${waiting}}` }
  return { text, output, ...call, rest, ...(shown && { forChat: { shown } }) }
}

const countsOf = ({ created, updated, deleted }: DoneCounts) => ({ created, updated, deleted })

const firstSentence = (text: string) =>
  /^.*?[.!?:](?=\s|$)/.exec(text.split("\n", 1)[0] ?? "")?.[0] ?? text.split("\n", 1)[0] ?? ""

type Sent = SentChangeSet["changes"][number]
const reference = /^new-[1-9]\d{0,3}$/
const parents = { goalId: "goal", itemId: "item", taskId: "task" } as const

/** The changes as the API takes them, with ids for names. */
const resolved = async (actor: Actor, planId: number, changes: readonly ProposedChange[]): Promise<Sent[]> => {
  const { card, person, label } = names(actor, planId)
  const idFor = async (entity: Sent["entity"], name: string, value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) {
      const ids: unknown[] = []
      for (const each of value) {
        if (typeof each !== "string" || reference.test(each)) ids.push(each)
        else ids.push(name === "labelIds" || entity === "comment" ? await label(each) : await card(entity, each))
      }
      return ids
    }
    if (name === "status" && typeof value === "string") {
      const at = goalStatusWords.indexOf(value as (typeof goalStatusWords)[number])
      return at < 0 ? value : at
    }
    if (name === "type" && typeof value === "string") return statuses[value as keyof typeof statuses] ?? value
    if (typeof value !== "string" || reference.test(value)) return value
    if (name === "ownerId") return person(value)
    return Object.hasOwn(parents, name) ? card(parents[name as keyof typeof parents], value) : value
  }
  const sent: Sent[] = []
  for (const [at, { op, entity, id, ref, fields = {} }] of changes.entries()) {
    const own: Record<string, unknown> = {}
    for (const [word, value] of Object.entries(fields)) {
      const name = entity === "goal" && word === "status" ? word : (apiNames[word] ?? word)
      // A client that needs every property sends null for those of other kinds of cards.
      if (value === null && (op !== "update" || !takes(entity, name))) continue
      if (name in own) throw refusal(400, `changes.${at}: ${word} and ${wordFor(name)} say the same. Send one of them.`)
      own[name] = await idFor(entity, name, value)
    }
    const target = typeof id === "string" && entity !== "comment" ? await card(entity, id) : (id as number | null)
    sent.push({ op, entity, ...given({ id: target, ref }), fields: own } as Sent)
  }
  return sent
}

const apiNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(words).map(([name, word]) => [word, name]),
)
const wordFor = (name: string) => words[name as keyof typeof words] ?? name

const takes = (entity: Sent["entity"], name: string) => Object.hasOwn(changeFields[entity].shape, name)

const cardNames = { goal: "A goal", item: "An action", task: "A task", comment: "A comment" } as const

/** A refusal of one of the changes, with its position, and the words for its fields. */
const withWords = (thrown: unknown, changes: readonly ProposedChange[]) => {
  if (!isRefusal(thrown)) return thrown
  const { status, message, errors } = thrown.problem
  const position = /^changes\.(\d+)/.exec(errors?.[0]?.path ?? "")?.[1]
  const change = position === undefined ? undefined : changes[Number(position)]
  if (!change) return thrown
  const fields = Object.keys(changeFields[change.entity].shape).map(wordFor)
  const takes = `${cardNames[change.entity]} takes ${fields.join(", ")}.`
  return refusal(status, `changes.${position}: ${message} ${takes}`)
}
