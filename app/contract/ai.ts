import * as z from "zod/mini"
import { accepted, type Entity, id, idText, planPath, text } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import { del, get, post, resource } from "./call"
import { changeSet, sentChangeSet } from "./change-set"
import { plan } from "./plan"
import { changeCounts } from "./plan-version"

/** By which the chat of the board tells the MCP server that it is no model. */
export const chatName = "laneway-chat"

/** Characters of a request, and of one that is an outline or CSV. */
export const longestSentence = 10_000
export const largestRequest = 400_000
const request = text(largestRequest).check(z.refine((value) => value.trim() !== "", { error: "Say what to do." }))

/** Files that one request may bring: their number, and the bytes of each. */
export const requestFiles = { most: 5, bytes: 10 * 1_048_576 }

/** The fields of a form with files; without a prompt, a plan is made of the files. */
export const filesForm = z.object({
  planId: idText,
  prompt: z.optional(text(largestRequest)),
})

/** Of the task checker: what is wrong with a task, with a proposal that mends it. */
export const checkedTask = z.object({
  clear: z.boolean(),
  problems: z.array(z.string()),
  changeSet: z.nullable(changeSet),
})
export type CheckedTask = z.output<typeof checkedTask>

/** What the assistant proposes, with its whole answer in words: also the parts of the request that it did not understand. */
export const plannedSet = z.extend(changeSet, { text: z.optional(z.string()) })
export type PlannedSet = z.output<typeof plannedSet>

export const aiJob = z.object({
  taskId: z.number(),
  status: z.enum(["queued", "running", "succeeded", "failed"]),
  /** Of a plan that is being copied, from 0 to 1. */
  progress: z.optional(z.number()),
  /** A change set, what the task checker found, or the copied plan. */
  result: z.optional(z.union([plannedSet, checkedTask, plan])),
  /** A problem, as a refused call answers it. */
  error: z.optional(z.looseObject({ status: z.number(), message: z.string() })),
})
export type AiJob = z.output<typeof aiJob>

/** How many cards a change set has made, changed and deleted. */
export const doneCounts = z.object({ created: z.number(), updated: z.number(), deleted: z.number() })
export type DoneCounts = z.output<typeof doneCounts>

/** The card that was changed since, so that an undo is refused. */
export const changedCard = z.object({ entity: z.enum(["goal", "item", "task"]), id })
export type ChangedCard = z.output<typeof changedCard>

/** What the tools that propose and carry out changes answer. */
export const agentAnswer = z.extend(changeSet, {
  text: z.string(),
  /** Null where nothing waits to be applied. */
  expiresAt: z.nullable(z.string()),
  /** What is proposed, or with `done` what was done; of an answer to a question, its first sentence. */
  summary: z.string(),
  done: z.nullable(doneCounts),
  /** Of what was done: what undoing it names. */
  changeSet: z.optional(id),
  /** What the caller may only propose waits in the plan's review list. */
  proposal: z.optional(z.object({ id, state: z.literal("open") })),
  /** What was done for the caller last is undone. */
  undone: z.optional(z.literal(true)),
  /** What a question may be answered with, and the request that each makes. */
  choices: z.optional(z.array(z.object({ label: z.string(), request: z.string() }))),
  /** What it can do, when it has not understood. */
  examples: z.optional(z.array(z.object({ name: z.string(), request: z.string() }))),
  card: z.optional(changedCard),
  /** The model that answered; rules have none. */
  model: z.optional(z.string()),
})
export type AgentAnswer = z.output<typeof agentAnswer>

/** The characters of a text that are a card's name. */
export type NamedCard = { from: number; to: number; entity: Entity; id: number }
/** A part of a request that nothing is proposed for: why, and what it may be answered with. */
export type UnclearPart = { text: string; choices: { label: string; request: string }[] }
/** An answer in parts, for the board's chat. Of a preview: what precedes its changes. `leftOut`: lines of a pasted text. */
export type ShownAnswer = { text: string; cards: NamedCard[]; unclear: UnclearPart[]; leftOut?: string[] }
/** What the board's chat gets. */
export type ChatAnswer = AgentAnswer & { shown?: ShownAnswer }

const taskPath = z.object({ taskId: idText })

export const chatMessage = z.object({ role: z.enum(["user", "assistant"]), content: text(limits.description) })

export const aiCalls = resource({
  provider: get("/api/Ai/provider", {
    summary: "Where requests to the assistant are sent; null: nowhere, because no model is configured.",
    access: "user",
    answer: z.object({ provider: z.nullable(z.object({ host: z.string(), model: z.string() })) }),
  }),
  boardPlanner: post("/api/Ai/boardplanner/:planId", {
    summary: "Has the assistant propose changes; the task's result is a change set, with the whole answer as `text`.",
    access: "takePart",
    params: planPath,
    body: z.object({ prompt: request }),
    bodyBytes: 4 * 1_048_576,
    rate: "assistant",
    answer: accepted,
    status: 202,
  }),
  boardPlannerWithFiles: post("/api/Ai/boardplannerwithfiles", {
    summary:
      "The same with text, Markdown, CSV, Word or PDF files: a form with `planId`, `prompt` and up to five `files` of 10 MiB.",
    access: "takePart",
    form: filesForm,
    rate: "assistant",
    answer: accepted,
    status: 202,
  }),
  taskChecker: post("/api/Ai/taskchecker/:planId", {
    summary: "Has the assistant check whether a task is clear and has an owner, a date and a size.",
    access: "takePart",
    params: planPath,
    body: z.object({ taskId: id }),
    rate: "assistant",
    answer: accepted,
    status: 202,
  }),
  status: get("/api/Ai/status/:taskId", {
    summary: "The state of a task of yours, with its result.",
    access: "user",
    inPlan: "takePart",
    params: taskPath,
    answer: aiJob,
  }),
  stop: del("/api/Ai/status/:taskId", {
    summary: "Stops a task of yours; nothing of it happens.",
    access: "user",
    inPlan: "takePart",
    params: taskPath,
    status: 204,
  }),
  preview: get("/api/Ai/preview/:planId/:id", {
    summary: "Whether changes that were proposed to you can still be carried out, or have been.",
    access: "takePart",
    params: z.extend(planPath, { id: idText }),
    answer: z.object({ state: z.enum(["open", "done", "expired"]) }),
  }),
  saveBoardData: post("/api/Ai/saveboarddata", {
    summary: "Carries out a task's change set, a part of it, or one of your own: all or nothing.",
    access: "user",
    inPlan: "changeBoard",
    body: z.object({ planId: id, taskId: z.optional(id), changeSet: z.optional(sentChangeSet) }),
    bodyBytes: 4 * 1_048_576,
    rate: "assistant",
    answer: changeCounts,
  }),
  contextChat: post("/api/Ai/contextchat", {
    uncommitted: "plain",
    summary: "Answers a question about the plan: `text/event-stream` of deltas, or JSON.",
    access: "takePart",
    body: z.object({
      planId: id,
      messages: z.array(chatMessage).check(z.minLength(1, { error: "Send at least one message." }), z.maxLength(100)),
    }),
    bodyBytes: 4 * 1_048_576,
    rate: "assistant",
    answer: z.object({ content: z.string() }),
  }),
})
