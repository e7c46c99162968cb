// What tools answer beside their text, which each of them repeats in its structure.
import * as z from "zod/mini"
import { agentAnswer } from "~/contract/ai"
import { auditEntry } from "~/contract/audit"
import { change } from "~/contract/change-set"
import { checkIn } from "~/contract/check-in"
import { comment } from "~/contract/comment"
import { fieldsWith } from "~/contract/fields/card-fields"
import { type Entity, id, time } from "~/contract/fields/field"
import { goal } from "~/contract/goal"
import { item } from "~/contract/item"
import { note } from "~/contract/note"
import { proposal } from "~/contract/proposal"
import { entityTypes } from "~/contract/search"
import { task } from "~/contract/task"
import { columns, health } from "./inputs"

const answer = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => z.object({ text: z.string(), ...shape })
/** Send it as `cursor` for the next page; null: this was the last. */
const cursor = z.nullable(z.string())
/** The deep link of a card or note. */
const url = z.string()

const listedKinds = { flag: z.literal(true), number: z.number(), names: z.array(z.string()) } as const
/** The fields that a list of cards has, where they are not empty. */
const listedShape = (entity: Entity) =>
  Object.fromEntries(
    fieldsWith(entity, "listed").map(([, { listed, kind }]) => [
      listed,
      z.optional(listedKinds[kind as keyof typeof listedKinds] ?? z.string()),
    ]),
  )
const listedRow = { draft: z.optional(z.literal(true)), url: z.optional(url) }

export const boardAnswer = answer({
  planId: id,
  name: z.string(),
  seq: z.number(),
  goals: z.array(z.object({ id, name: z.string(), ...listedShape("goal"), ...listedRow })),
  actions: z.array(
    z.object({
      id,
      goalId: z.nullable(id),
      name: z.string(),
      ...listedShape("item"),
      owner: z.optional(z.string()),
      ...listedRow,
    }),
  ),
  tasks: z.array(
    z.object({
      id,
      actionId: id,
      name: z.string(),
      status: columns,
      ...listedShape("task"),
      owner: z.optional(z.string()),
      ...listedRow,
    }),
  ),
  counts: z.object({ goals: z.number(), actions: z.number(), tasks: z.number() }),
  cursor,
})
export type BoardPart = Omit<z.output<typeof boardAnswer>, "text">

/** Beyond the bound of an answer, changes carry labels only. */
export const changesAnswer = z.extend(agentAnswer, {
  changes: z.array(z.extend(z.partial(change), { label: z.string() })),
})

export const proposalAnswer = answer({ proposal })

const shownGoal = z.extend(z.omit(goal, { imageBase64: true }), { url })
const shownItem = z.extend(item, { url })
const shownTask = z.extend(task, { url })
const shownNote = z.extend(note, { url })

export const goalAnswer = answer({ goal: shownGoal })
export const checkInAnswer = answer({ checkIn, leftOut: z.array(id) })
export const itemAnswer = answer({ action: shownItem })
export const taskAnswer = answer({ task: shownTask })
export const movedAnswer = answer({
  goal: z.optional(shownGoal),
  action: z.optional(shownItem),
  task: z.optional(shownTask),
})
export const notedAnswer = answer({ comment: z.optional(comment), note: z.optional(shownNote) })
export const entityAnswer = answer({
  goal: z.optional(shownGoal),
  action: z.optional(shownItem),
  task: z.optional(shownTask),
  note: z.optional(shownNote),
  comments: z.optional(z.array(comment)),
  cursor,
})

export const plansAnswer = answer({
  plans: z.array(z.object({ id, name: z.string(), ownerName: z.string(), lastEdit: time, url })),
  cursor,
})
export const hitsAnswer = answer({
  hits: z.array(
    z.object({
      type: z.enum(entityTypes),
      id,
      name: z.string(),
      snippet: z.string(),
      planId: id,
      url: z.optional(url),
    }),
  ),
})
export const notesAnswer = answer({
  notes: z.array(
    z.object({ id, title: z.string(), beginning: z.string(), author: z.string(), modifiedDate: time, url }),
  ),
  cursor,
})
export const activityAnswer = answer({
  entries: z.array(
    z.object({ id, entity: auditEntry.shape.entityType, entityId: z.number(), what: z.string(), when: time }),
  ),
  cursor,
})
export const membersAnswer = answer({ members: z.array(z.object({ id, userName: z.string() })) })
export const tasksAnswer = answer({
  tasks: z.array(
    z.object({
      id,
      planId: id,
      plan: z.string(),
      actionId: id,
      action: z.string(),
      name: z.string(),
      status: columns,
      owner: z.nullable(z.string()),
      due: z.nullable(z.string()),
      labels: z.optional(z.array(z.string())),
      blocked: z.optional(z.literal(true)),
      url,
    }),
  ),
  cursor,
})
export const goalsAnswer = answer({
  goals: z.array(
    z.object({
      id,
      planId: id,
      plan: z.string(),
      name: z.string(),
      completed: z.boolean(),
      outcome: z.nullable(z.string()),
      owner: z.nullable(z.string()),
      start: z.nullable(z.string()),
      due: z.nullable(z.string()),
      status: z.nullable(health),
      /** Shares of the way, from 0 to 1 and beyond. */
      progress: z.nullable(z.number()),
      pace: z.nullable(z.number()),
      lastCheckIn: z.nullable(
        z.object({
          at: time,
          by: z.string(),
          status: health,
          confidence: z.nullable(z.number()),
          note: z.string(),
        }),
      ),
      results: z.array(
        z.object({
          id,
          name: z.string(),
          unit: z.string(),
          start: z.number(),
          target: z.number(),
          current: z.number(),
          progress: z.number(),
        }),
      ),
      tasks: z.number(),
      tasksDone: z.number(),
      url,
    }),
  ),
  cursor,
})
const values = z.nullable(z.record(z.string(), z.unknown()))
export const changedAnswer = answer({
  planId: id,
  /** Send it as `seq` for what happens after this. */
  seq: z.number(),
  more: z.boolean(),
  changes: z.array(
    z.object({
      seq: z.number(),
      at: time,
      by: z.string(),
      agent: z.nullable(z.string()),
      entity: z.string(),
      entityId: z.number(),
      op: z.string(),
      what: z.string(),
      before: values,
      after: values,
    }),
  ),
})
export const deletedAnswer = answer({
  planId: id,
  entity: z.enum(["goal", "action", "task"]),
  id,
  label: z.string(),
  deleted: z.boolean(),
})
const placeId = z.nullable(z.number())
export const filesAnswer = answer({
  files: z.array(
    z.object({
      id,
      name: z.string(),
      mimeType: z.string(),
      size: z.number(),
      uploadDate: time,
      uploadedBy: z.string(),
      goalId: placeId,
      actionId: placeId,
      taskId: placeId,
      noteId: placeId,
    }),
  ),
  cursor,
})
export const fileAnswer = answer({
  id,
  name: z.string(),
  mimeType: z.string(),
  size: z.number(),
  /** For 5 minutes, of a file without text. */
  url: z.nullable(url),
  cursor,
})
export const saidAnswer = answer({ planId: id })
