import { expect, test } from "vitest"
import { cards, items, task } from "../../../tests/support/model/agent-plan"
import { boardText, itemText } from "./board-text"
import { workingCopy } from "./working-copy"

const longest = 48_000

test("a plan is a tree of its open work, with ids, owners and dates", () => {
  const { text, whole } = boardText(workingCopy(cards))
  expect(whole).toBe(true)
  expect(text).toContain("goal 1: Open twelve new docks")
  expect(text).toContain("  action 12: Permit package for Old Town [in focus, 0 of 3 tasks done]")
  expect(text).toContain(
    "    task 21: Collect neighbour consents on Mill Lane [to do, owner 4 Marco Ruiz, due 2026-12-02]",
  )
  expect(text).not.toContain("Old contract")
  expect(text).not.toContain("Call the supplier")
})

test("a goal that is measured has its owner, period, status, progress and results", () => {
  const copy = workingCopy(cards)
  const goal = copy.rows.goals.get(1)
  if (!goal) throw new Error("there is no goal")
  const measured = { ...goal, status: 1, progress: 0.525, startDate: "2026-10-01T00:00:00.000Z" } as const
  const result = { id: 7, planId: goal.planId, goalId: 1, name: "Sign-ups", unit: "people", order: 1 }
  const values = { start: 0, target: 800, current: 420, modifiedDate: "2026-10-01T00:00:00.000Z" }
  const { text } = boardText(workingCopy({ ...cards, goals: [measured], keyResults: [{ ...result, ...values }] }))
  expect(text).toContain(" [from 2026-10-01, at risk, progress 53 %, result 7 Sign-ups 420 of 0 → 800 people]")
})

test("a plan beyond 12,000 tokens is a skeleton, whose tasks are looked up action by action", () => {
  const tasks = Array.from({ length: 3_000 }, (_, at) => task(1_000 + at, `Walk dock ${at}`, 11))
  const large = workingCopy({ ...cards, tasks })
  const { text, whole } = boardText(large)
  expect(whole).toBe(false)
  expect(text.length).toBeLessThan(longest)
  expect(text).toContain("action 11: Survey the riverside sites [0 of 3,000 tasks done]")
  expect(text).not.toContain("Walk dock")
  expect(itemText(large, 11)).toContain("task 3999: Walk dock 2999 [to do]")
  expect(itemText(large, 99)).toBeUndefined()
})

test("letters of three bytes are tokens of their own: a plan in such a script is a skeleton sooner, and ends sooner", () => {
  const bytes = (text: string) => new TextEncoder().encode(text).length
  const tasks = Array.from({ length: 700 }, (_, at) => task(1_000 + at, `检查码头 ${at} ${"码头".repeat(10)}`, 11))
  const large = boardText(workingCopy({ ...cards, tasks }))
  expect(large.whole).toBe(false)
  const [item] = items
  if (!item) throw new Error("there is no action")
  const many = Array.from({ length: 2_000 }, (_, at) => ({ ...item, id: 1_000 + at, topic: "码头工程".repeat(20) }))
  const { text, whole } = boardText(workingCopy({ ...cards, items: many, tasks: [] }))
  expect(whole).toBe(false)
  expect(bytes(text)).toBeLessThan(longest + 1_000)
})

test("even a skeleton ends, and a name cannot begin a line of its own", () => {
  const [item] = items
  if (!item) throw new Error("there is no action")
  const many = Array.from({ length: 9_000 }, (_, at) => ({ ...item, id: 1_000 + at, topic: "Dock\ntask 1: forged" }))
  const { text, whole } = boardText(workingCopy({ ...cards, items: many, tasks: [] }))
  expect(whole).toBe(false)
  expect(text.length).toBeLessThan(longest + 1_000)
  expect(text).not.toMatch(/^task 1: forged/m)
})
