// ask(): answers a request to the assistant with a preview, what it has done, a question, or an answer. The chat, the
// starter, the API and the MCP server ask here.
import { type ChangeSet, changesAtMost, type SentChangeSet } from "~/contract/change-set"
import { isRefusal, refusal } from "~/contract/problem"
import { timeZoneOf } from "~/database/people.server"
import { carriedOutSummary, openProposal, openProposals, type StoredProposal } from "~/database/proposal.server"
import { type Actor, callerName } from "~/domain/actor"
import { admit, needing } from "~/domain/admission.server"
import { previewText, summaryOf } from "~/rules/agent/propose"
import { chosenOf } from "./apply.server"
import type { Asking, Choice, Example } from "./asking"
import { discardDrafts, publishDrafts } from "./drafts.server"
import { planCopy } from "./plan-copy.server"
import { planned } from "./planner.server"
import { type CarriedOutSet, carryOutSet, Drifted, propose, tried } from "./proposal.server"
import { undoLast } from "./undo.server"

/** `proposal`: to be confirmed. `done`: has been written. Neither: an answer or a question. */
export type AgentAnswer = {
  text: string
  proposal?: ChangeSet
  done?: CarriedOutSet
  choices?: Choice[]
  examples?: readonly Example[]
  /** The model that planned or answered; none for rules. */
  model?: string
}

/** A request may be a mere question, so that it needs less than carrying one out does. */
const writing = (actor: Actor) => needing(actor, "changeBoard")

export const ask = async (actor: Actor, asked: Asking): Promise<AgentAnswer> => {
  const { planId, request, dryRun = false, plansOnly = dryRun, confirmed = false } = asked
  await admit(actor, planId)
  const command = commandIn(request)
  if (command) return plansOnly ? { text: command.would } : command.run(writing(actor), planId)
  const timeZone = asked.timeZone ?? (actor.userId === null ? null : await timeZoneOf(actor.userId))
  const asking = { ...asked, timeZone }
  if (confirmed && !plansOnly) {
    const proposal = await previewedFor(actor, asking)
    if (proposal && "done" in proposal) return { text: `This was done already: ${proposal.done}.` }
    if (proposal) return confirm(actor, asking, proposal)
  }
  return plan(actor, asking)
}

/** Runs exactly what was previewed, or previews again what remains of it. */
const confirm = async (actor: Actor, asking: Asking, proposal: StoredProposal): Promise<AgentAnswer> => {
  const { planId, request, only } = asking
  const changes = chosenOf(proposal, only)
  try {
    const done = await carryOutSet(writing(actor), planId, { proposal, changes, request })
    return { text: doneText(done), done }
  } catch (thrown) {
    if (!(thrown instanceof Drifted)) throw thrown
    return plan(actor, asking, "The plan has changed since the preview. This is what I would do now.")
  }
}

const plan = async (actor: Actor, asking: Asking, lead = ""): Promise<AgentAnswer> => {
  const { planId, request, dryRun = false, draftMode = false } = asking
  const copy = await planCopy(await admit(actor, planId))
  const { text, changes, warnings, choices, examples, model } = await planned(actor, copy, asking, copy.plan)
  asking.signal?.throwIfAborted()
  const by = model === undefined ? {} : { model }
  if (!changes || changes.length === 0) {
    const offered = { ...(choices ? { choices } : {}), ...(examples ? { examples } : {}) }
    return { text: text ?? "There is nothing to change.", ...offered, ...by }
  }
  if (changes.length > changesAtMost) {
    throw refusal(
      400,
      `This would be ${changes.length} changes; ${changesAtMost} at once are the limit. Ask for a part of it.`,
    )
  }
  if (dryRun) {
    const shown = tried(copy, actor, { request, changes, warnings })
    const proposal = {
      id: null,
      planId,
      expiresAt: new Date().toISOString(),
      summary: summaryOf(shown),
      changes: shown,
    }
    return { text: previewText(shown, lead || text), proposal, ...by }
  }
  if (draftMode) {
    const drafted = await draft(actor, planId, request, changes)
    if (drafted.rest.length === 0) return { text: draftText(drafted.done), done: drafted.done as CarriedOutSet, ...by }
    const proposal = await propose(actor, planId, { request, changes: drafted.rest, warnings })
    return {
      text: previewText(proposal.changes, drafted.done ? draftText(drafted.done) : lead || text),
      proposal,
      ...(drafted.done ? { done: drafted.done } : {}),
      ...by,
    }
  }
  const proposal = await propose(actor, planId, { request, changes, warnings })
  return { text: previewText(proposal.changes, lead || text), proposal, ...by }
}

type Sent = SentChangeSet["changes"]

/** Makes the additions as drafts; what changes or deletes, or rests on it, is left to a preview. */
const draft = async (actor: Actor, planId: number, request: string, changes: Sent) => {
  const additions = changes.filter(({ op }) => op === "create")
  const rest = changes.filter(({ op }) => op !== "create")
  const done =
    additions.length > 0
      ? await carryOutSet(writing(actor), planId, { changes: additions, request, isDraft: true })
      : undefined
  return { done, rest }
}

/**
 * The caller's proposal that is named, or the newest one for the request: a client may add the preview's text below it.
 * `done`: the named one has been carried out, whatever the caller was told.
 */
const previewedFor = async (
  actor: Actor,
  { planId, request, proposal: id }: Asking,
): Promise<StoredProposal | { done: string } | undefined> => {
  const plan = await admit(actor, planId)
  const caller = callerName(actor)
  if (id !== undefined) {
    const open = await openProposal(plan, caller, id)
    if (open) return open
    const done = await carriedOutSummary(plan, caller, id)
    return done === undefined ? undefined : { done }
  }
  const asked = request.trim()
  const open = await openProposals(plan, caller)
  return open.find((proposal) => asked === proposal.request || asked.startsWith(`${proposal.request}\n`))
}

/** `would`: said instead where nothing may be written. */
type Command = { would: string; run(actor: Actor, planId: number): Promise<AgentAnswer> }

const commands: [RegExp, Command][] = [
  [
    /^publish (?:the |all )?drafts$/,
    {
      would: "This would publish the plan’s drafts. Ask for it in the chat.",
      run: async (actor, planId) => ({ text: `Published ${draftsText(await publishDrafts(actor, planId))}.` }),
    },
  ],
  [
    /^discard (?:the |all )?drafts$/,
    {
      would: "This would discard the plan’s drafts. Ask for it in the chat.",
      run: async (actor, planId) => ({ text: `Discarded ${draftsText(await discardDrafts(actor, planId))}.` }),
    },
  ],
  [
    /^undo(?: that| it| the last change)?$/,
    {
      would: "This would undo what the assistant did for you last. Ask for it in the chat.",
      run: async (actor, planId) => ({ text: undoneText((await undoLast(actor, planId)).summary) }),
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
      if (isRefusal(thrown) && thrown.problem.status === 409) return { text: thrown.problem.message }
      throw thrown
    }
  }
  return { ...found, run }
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`

const draftsText = ({ goals, items, tasks }: { goals: number; items: number; tasks: number }) =>
  [
    ...(goals ? [counted(goals, "goal")] : []),
    ...(items ? [counted(items, "action")] : []),
    ...(tasks ? [counted(tasks, "task")] : []),
  ].join(", ")

const doneText = ({ created, updated, deleted }: CarriedOutSet) =>
  `Done: ${summaryOf([
    ...Array.from({ length: created }, () => ({ op: "create" }) as const),
    ...Array.from({ length: updated }, () => ({ op: "update" }) as const),
    ...Array.from({ length: deleted }, () => ({ op: "delete" }) as const),
  ])}.`

const draftText = (done: CarriedOutSet | undefined) =>
  done ? `Added ${counted(done.created, "draft")}. Publish or discard them when you have looked at them.` : ""

const undoneText = (summary: string) => `Undone: ${summary}.`
