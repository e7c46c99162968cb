// ask(): answers a request to the assistant with a preview, what it has done, a question, or an answer. The chat, the
// starter, the API and the MCP server ask here.

import type { ChangedCard, DoneCounts, ShownAnswer } from "~/contract/ai"
import { type ChangeSet, changesAtMost, type SentChangeSet } from "~/contract/change-set"
import { isRefusal } from "~/contract/problem"
import { counted } from "~/contract/shared/language/english"
import { carriedOutBefore, openProposal, openProposals, type StoredProposal } from "~/database/proposal.server"
import { calendarOf } from "~/database/sign-in/person.server"
import { type Actor, callerName } from "~/domain/core/actor"
import { admit, needing } from "~/domain/core/admission.server"
import { storedAnswer } from "~/domain/core/commit.server"
import { isMarked, withoutMarkers } from "~/rules/agent/markers"
import { textNaming } from "~/rules/agent/named-cards"
import { countsText, previewText, summaryOf } from "~/rules/agent/propose"
import { chosenOf } from "./apply.server"
import type { Asking, Choice, Example } from "./asking"
import { refuseLong, tooManyChanges } from "./asking"
import { discardDrafts, publishDrafts } from "./drafts.server"
import { planCopy } from "./plan-copy.server"
import { planned } from "./planner.server"
import { type AppliedSet, applySet, Drifted, propose, tried } from "./proposal.server"
import { submitOwn, waitsText } from "./review.server"
import { undoLast } from "./undo.server"

/** `proposal`: to be confirmed. `done`: has been written. Neither: an answer or a question. */
export type AskAnswer = {
  text: string
  proposal?: ChangeSet
  done?: DoneCounts & { changeSet?: number }
  /** What was confirmed waits in the plan's review list. */
  submitted?: { id: number; state: "open" }
  undone?: true
  choices?: Choice[]
  examples?: readonly Example[]
  /** An undo was refused, because this card was changed since. */
  card?: ChangedCard
  /** The model that planned or answered; none for rules. */
  model?: string
  shown?: ShownAnswer
}

/** A request may be a mere question, so that it needs less than carrying one out does. */
const writing = (actor: Actor) => needing(actor, "changeBoard")

export const ask = async (actor: Actor, asked: Asking): Promise<AskAnswer> => {
  refuseLong(asked.request)
  const { shown, ...answer } = await answerTo(actor, asked)
  if (answer.proposal) return shown ? { ...answer, shown } : answer
  const text = withoutMarkers(answer.text)
  // The places of names are those of the text as it was.
  const isSame = text === answer.text
  const isMore = shown && (shown.text !== text || shown.cards.length + shown.unclear.length > 0)
  return { ...answer, text, ...(isSame && isMore ? { shown } : {}) }
}

const answerTo = async (actor: Actor, asked: Asking): Promise<AskAnswer> => {
  const { planId, request, dryRun = false, plansOnly = dryRun, confirmed = false, progress } = asked
  progress?.("Reading the plan")
  await admit(actor, planId)
  const command = commandIn(request)
  if (command) return plansOnly ? { text: command.would } : command.run(writing(actor), planId)
  const before = plansOnly ? undefined : await writtenBefore(actor, asked)
  if (before) return before
  const own = actor.userId === null ? undefined : await calendarOf(actor.userId)
  const asking = { ...asked, timeZone: asked.timeZone ?? own?.timeZone ?? null, weekStart: own?.weekStart ?? null }
  if (confirmed && !plansOnly) {
    const proposal = await previewedFor(actor, asking)
    if (proposal && "done" in proposal) return proposal.done
    if (proposal) return confirm(actor, asking, proposal)
  }
  return plan(actor, asking)
}

/** What this request, under its idempotency key, has written already. Drafts may have left a preview of the rest. */
const writtenBefore = async (actor: Actor, { planId, request, confirmed }: Asking): Promise<AskAnswer | undefined> => {
  const done = (await storedAnswer(actor)) as AppliedSet | undefined
  if (!done || confirmed) return done && { text: doneText(done), done }
  const open = await openProposals(await admit(actor, planId), callerName(actor))
  const rest = open.find((proposal) => proposal.id > done.changeSet && proposal.request === request.trim())
  if (!rest) return { text: draftText(done), done }
  const { id, expires, summary, changes } = rest
  const proposal = { id, planId, expiresAt: expires, summary, changes }
  const text = draftText(done)
  return { text: previewText(changes, text), proposal, done, shown: { text, cards: [], unclear: [] } }
}

/** Runs exactly what was previewed, or previews again what remains of it. */
const confirm = async (actor: Actor, asking: Asking, proposal: StoredProposal): Promise<AskAnswer> => {
  const { planId, request, only } = asking
  if (actor.access === "propose") {
    const { id, summary } = await submitOwn(writing(actor), proposal.id, only)
    return { text: waitsText(id, summary), submitted: { id, state: "open" } }
  }
  const changes = chosenOf(proposal, only)
  try {
    const done = await applySet(writing(actor), planId, { proposal, changes, request })
    return { text: doneText(done), done }
  } catch (thrown) {
    if (!(thrown instanceof Drifted)) throw thrown
    const lead = "The plan has changed since the preview. This is what I would do now."
    // The request also asked for the drafts, which are there.
    return asking.draftMode
      ? preview(actor, asking, changes, { shown: { text: lead, cards: [], unclear: [] } })
      : plan(actor, asking, lead)
  }
}

const plan = async (actor: Actor, asking: Asking, lead = ""): Promise<AskAnswer> => {
  const { planId, request, dryRun = false, draftMode = false } = asking
  const copy = await planCopy(await admit(actor, planId))
  const {
    text = "",
    cards = [],
    unclear = [],
    leftOut,
    changes,
    warnings,
    choices = [],
    examples,
    model,
  } = await planned(actor, copy, asking, copy.plan)
  asking.signal?.throwIfAborted()
  const more = {
    ...(choices.length > 0 ? { choices } : {}),
    ...(examples ? { examples } : {}),
    ...(model === undefined ? {} : { model }),
  }
  if (!changes || changes.length === 0) {
    // A question's other lines are its choices.
    const question = choices.length > 0 ? text.split("\n", 1)[0] : text
    return { text: text || "There is nothing to change.", shown: { text: question ?? "", cards, unclear }, ...more }
  }
  if (changes.length > changesAtMost) throw tooManyChanges(changes.length)
  const said: Said = {
    shown: { ...(lead ? { text: lead, cards: [] } : { text, cards }), unclear },
    leftOut: leftOut?.text,
  }
  if (leftOut) said.shown.leftOut = leftOut.lines
  if (dryRun) {
    const shown = tried(copy, actor, { request, changes, warnings })
    const proposal = {
      id: null,
      planId,
      expiresAt: new Date().toISOString(),
      summary: summaryOf(shown),
      changes: shown,
    }
    return { text: previewText(shown, leadOf(said)), proposal, shown: said.shown, ...more }
  }
  if (draftMode) {
    const { done, rest, restWarnings } = await draft(actor, planId, request, changes, warnings)
    if (actor.caused?.replay) return (await writtenBefore(actor, asking)) ?? { text: draftText(done) }
    const { shown } = said
    const made = textNaming([...(done ? [draftText(done), ...(shown.text ? ["\n"] : [])] : []), shown])
    const now = { ...said, shown: { ...shown, ...made } }
    if (rest.length === 0) return { text: leadOf(now), shown: now.shown, done: done as AppliedSet, ...more }
    return { ...(await preview(actor, asking, rest, now, restWarnings)), ...(done ? { done } : {}), ...more }
  }
  return { ...(await preview(actor, asking, changes, said, warnings)), ...more }
}

/** `leftOut`: how the lines that are left out are said. */
type Said = { shown: ShownAnswer; leftOut?: string | undefined }

const leadOf = ({ shown: { text, unclear }, leftOut }: Said) =>
  [...(text ? [text] : []), ...(leftOut ? [leftOut] : []), ...unclear.map(({ text }) => text)].join("\n")

const preview = async (
  actor: Actor,
  { planId, request }: Asking,
  changes: Sent,
  said: Said,
  warnings?: ReadonlyMap<number, string>,
): Promise<AskAnswer> => {
  const proposal = await propose(actor, planId, { request, changes, warnings })
  return { text: previewText(proposal.changes, leadOf(said)), proposal, shown: said.shown }
}

type Sent = SentChangeSet["changes"]

/**
 * Makes the additions as drafts. What changes or deletes, and a comment on a card that is there, is left to a preview, which
 * names the drafts by their ids.
 */
const draft = async (
  actor: Actor,
  planId: number,
  request: string,
  changes: Sent,
  warnings: ReadonlyMap<number, string> = new Map(),
) => {
  const made = new Set(
    changes.flatMap(({ op, entity, ref }) => (op === "create" && entity !== "comment" && ref ? ref : [])),
  )
  const isAddition = ({ op, entity, fields = {} }: Sent[number]) =>
    op === "create" && (entity !== "comment" || Object.values(fields).some((value) => made.has(String(value))))
  const additions = changes.filter(isAddition)
  if (additions.length === 0) return { rest: changes, restWarnings: warnings }
  const refs = new Map<string, number>()
  const done = await applySet(writing(actor), planId, { changes: additions, request, isDraft: true, refs })
  const rest: Sent = []
  const restWarnings = new Map<number, string>()
  for (const [at, change] of changes.entries()) {
    if (isAddition(change)) continue
    const warning = warnings.get(at)
    if (warning !== undefined) restWarnings.set(rest.length, warning)
    const fields = Object.entries(change.fields ?? {}).map(([key, value]) => [
      key,
      key.endsWith("Id") && typeof value === "string" ? (refs.get(value) ?? value) : value,
    ])
    rest.push({ ...change, fields: Object.fromEntries(fields) })
  }
  return { done, rest, restWarnings }
}

/**
 * The caller's proposal that is named, or the newest one for the request: a client may add the preview's text below it.
 * `done`: the named one has been carried out, whatever the caller was answered.
 */
const previewedFor = async (
  actor: Actor,
  { planId, request, proposal: id }: Asking,
): Promise<StoredProposal | { done: AskAnswer } | undefined> => {
  const plan = await admit(actor, planId)
  const caller = callerName(actor)
  if (id !== undefined) {
    const open = await openProposal(plan, caller, id)
    if (open) return open
    const before = await carriedOutBefore(plan, caller, id)
    if (!before) return undefined
    const { summary, counts } = before
    return {
      done: { text: `This was done already: ${summary}.`, ...(counts ? { done: { ...counts, changeSet: id } } : {}) },
    }
  }
  const asked = request.trim()
  const open = await openProposals(plan, caller)
  return open.find(
    ({ request }) => asked === request || (asked.startsWith(`${request}\n`) && isMarked(asked.slice(request.length))),
  )
}

/** `would`: said instead where nothing may be written. */
type Command = { would: string; run(actor: Actor, planId: number): Promise<AskAnswer> }

const commands: [RegExp, Command][] = [
  [
    /^(?:publish (?:the |all )?drafts|(?:die |alle )?entwürfe veröffentlichen|veröffentliche (?:die |alle )?entwürfe)$/,
    {
      would: "This would publish the plan’s drafts. Ask for it in the chat.",
      run: async (actor, planId) => {
        const drafts = await publishDrafts(actor, planId)
        return { text: `Published ${draftsText(drafts)}.`, done: drafts.done }
      },
    },
  ],
  [
    /^(?:discard (?:the |all )?drafts|(?:die |alle )?entwürfe verwerfen|verw[ie]rfe? (?:die |alle )?entwürfe)$/,
    {
      would: "This would discard the plan’s drafts. Ask for it in the chat.",
      run: async (actor, planId) => {
        const drafts = await discardDrafts(actor, planId)
        return { text: `Discarded ${draftsText(drafts)}.`, done: drafts.done }
      },
    },
  ],
  [
    /^(?:undo(?: that| it| the last change)?|(?:bitte )?(?:mach(?:e)? (?:das|es|die letzte änderung) )?(?:wieder )?rückgängig(?: machen)?)$/,
    {
      would: "This would undo what the assistant did for you last. Ask for it in the chat.",
      run: async (actor, planId) => {
        const { summary, done } = await undoLast(actor, planId)
        return { text: `Undone: ${summary}.`, done, undone: true }
      },
    },
  ],
]

/** Refusals of a command are its answer: they say why, and nothing is written. */
const commandIn = (request: string): Command | undefined => {
  const said = request
    .trim()
    .toLowerCase()
    .replace(/[.!]{1,8}$/, "")
  const found = commands.find(([pattern]) => pattern.test(said))?.[1]
  if (!found) return undefined
  const run: Command["run"] = async (actor, planId) => {
    try {
      return await found.run(actor, planId)
    } catch (thrown) {
      if (!isRefusal(thrown) || thrown.problem.status !== 409) throw thrown
      const { message, card } = thrown.problem
      return { text: message, ...(card ? { card } : {}) }
    }
  }
  return { ...found, run }
}

export const draftsText = ({ goals, items, tasks }: { goals: number; items: number; tasks: number }) =>
  [
    ...(goals ? [counted(goals, { one: "# goal", other: "# goals" })] : []),
    ...(items ? [counted(items, { one: "# action", other: "# actions" })] : []),
    ...(tasks ? [counted(tasks, { one: "# task", other: "# tasks" })] : []),
  ].join(", ")

const doneText = (done: AppliedSet) => `Done: ${countsText(done)}.`

const draftText = (done: AppliedSet | undefined) =>
  done
    ? `Added ${counted(done.created, { one: "# draft", other: "# drafts" })}. Publish or discard them when you have looked at them.`
    : ""
