import * as z from "zod/mini"
import { idText, person, planPath, time } from "~/contract/fields/field"
import { goal } from "./goal"
import { item } from "./item"
import { task } from "./task"

const entity = z.enum(["goal", "item", "task"])

/**
 * A goal, action or task in the 30-day bin, and how much was deleted with it. `waitsFor`: its parent, which has to be restored
 * or uncompleted first.
 */
export const deleted = z.object({
  entity,
  id: z.number(),
  name: z.string(),
  deletedDate: time,
  deletedBy: person,
  contains: z.object({ items: z.number(), tasks: z.number(), comments: z.number(), files: z.number() }),
  waitsFor: z.nullable(
    z.object({ entity: z.enum(["goal", "item"]), name: z.string(), why: z.enum(["deleted", "completed"]) }),
  ),
})
export type Deleted = z.output<typeof deleted>

export const deletedPath = z.extend(planPath, { entity, id: idText })
export const restored = z.union([goal, item, task])
