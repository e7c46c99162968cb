// The starter's request without a model: what it makes is what the starter's preview shows.
import { expect, test } from "vitest"
import { startRequest } from "~/rules/agent/start-request"
import { colorsOfNewGoals } from "~/rules/goal-colors"
import { readDescription } from "~/rules/transfer/described"
import { actor, copy } from "../../../tests/support/model/agent-plan"
import { offline } from "./offline.server"
import type { PlanCopy } from "./plan-copy.server"

const planName = "Harbour"
const empty: PlanCopy = {
  ...copy,
  plan: { id: 7, name: planName } as PlanCopy["plan"],
  cards: { ...copy.cards, goals: [], items: [], tasks: [] },
}

test.each([
  "# Docks\nTwelve more.\n- Permits\n  - [ ] Drawings\n  - [x] Survey\n# Repairs\n- Second van",
  "Permits\nSecond van\nNeighbours",
  "We need to find a venue, book the band and send invitations. Paint the doors.",
  "Docks",
  // Requests in other places, and a text of what there is to do here.
  "Delete the goal Docks",
  "What is overdue?",
  "TODO call Bob\nTODO paint the doors",
])("%j", async (description) => {
  const { changes = [] } = await offline(actor, empty, { request: startRequest(planName, description) })
  const colorOf = colorsOfNewGoals(7, [])
  const refs = new Map<string, string>()
  const made = changes.map(({ op, entity, ref, fields = {} }) => {
    const name = String(fields.name ?? fields.topic ?? fields.description)
    refs.set(String(ref), name)
    const below = fields.goalId ?? fields.itemId
    return [op, entity, name, below === undefined ? fields.color : refs.get(String(below))]
  })
  const shown = readDescription(description, planName)
  expect(shown.actions).toEqual([])
  expect(made).toEqual(
    shown.goals.flatMap(({ name, actions }, at) => [
      ["create", "goal", name, colorOf(at)],
      ...actions.flatMap(({ topic, tasks }) => [
        ["create", "item", topic, name],
        ...tasks.map(({ description }) => ["create", "task", description, topic]),
      ]),
    ]),
  )
  expect(made.length).toBeGreaterThan(0)
})
