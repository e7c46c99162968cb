import { expect, test } from "vitest"
import type { ChangeSet } from "~/contract/change-set"
import { readDescription } from "~/rules/transfer/described"
import { asOutline } from "./as-outline"

const create = (entity: "goal" | "item" | "task", ref: string, fields: object) => ({
  op: "create",
  entity,
  ref,
  fields,
})
const changes = [
  create("goal", "new-1", { name: "Docks", description: "Twelve\n\nmore." }),
  create("item", "new-2", { topic: "Permits", goalId: "new-1" }),
  create("task", "new-3", { description: "Drawings", itemId: "new-2" }),
  create("task", "new-4", { description: "Survey", itemId: "new-2", type: 2 }),
  create("goal", "new-5", { name: "Repairs" }),
  create("item", "new-6", { topic: "Van", description: "A second one.", goalId: "new-5" }),
  create("item", "new-7", { topic: "Loose ends" }),
] as unknown as ChangeSet["changes"]

test("created cards become an outline that reads back as the same cards", () => {
  const text = asOutline({ changes })
  expect(text).toBe(
    "- Loose ends\n# Docks\nTwelve\nmore.\n- Permits\n  - Drawings\n  - [x] Survey\n# Repairs\n- Van\n  A second one.",
  )
  const { goals } = readDescription(text, "Plan")
  expect(goals.map(({ name, actions }) => [name, actions.map(({ topic }) => topic)])).toEqual([
    ["Plan", ["Loose ends"]],
    ["Docks", ["Permits"]],
    ["Repairs", ["Van"]],
  ])
  expect(goals[1]?.actions[0]?.tasks.map(({ description, type }) => [description, type])).toEqual([
    ["Drawings", 0],
    ["Survey", 2],
  ])
})
