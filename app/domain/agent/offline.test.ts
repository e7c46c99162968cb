// What the assistant understands without a model. The requests are written as people say them.
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { tonguesOnServer } from "~/languages/on-server"
import { openSpeaking } from "~/outside/speaking.server"
import { applyChanges } from "~/rules/agent/apply-changes"
import { type BoardCards, workingCopy } from "~/rules/agent/working-copy"
import { actor, at, cards, copy, items, task, tasks } from "../../../tests/support/model/agent-plan"
import { saidOf } from "../../../tests/support/model/agent-said"
import { requests } from "../../../tests/support/model/offline-requests"
import { answers } from "./answer-texts"
import { offline } from "./offline.server"
import type { PlanCopy } from "./plan-copy.server"

/** A Tuesday. */
beforeAll(() => {
  openSpeaking(tonguesOnServer)
  vi.useFakeTimers({ now: new Date("2026-11-24T09:00:00Z") })
})
afterAll(() => vi.useRealTimers())

const asked = (request: string) => offline(actor, copy, { request, timeZone: "Europe/Berlin" })

const said = saidOf(cards)

test.each(requests)("%s", async (request, ...expected) => {
  const answer = await said(request)
  expect(answer).toEqual(answer[0]?.startsWith("? ") && expected[0]?.endsWith("find") ? [answer[0]] : expected)
  const { changes } = await asked(request)
  if (!changes) return
  let free = -1
  const context = { now: at, actor: { id: 1, userName: "Ada Lind" }, nextId: () => free-- }
  expect(() => applyChanges(workingCopy(cards), changes, context)).not.toThrow()
})

test("of cards of one name deleting asks, reopening means the completed one, and all else the open one", async () => {
  const twice: BoardCards = {
    ...cards,
    tasks: [...tasks, task(31, "Call Bob", 13), task(32, "Call Bob", 13, { type: 2 })],
  }
  const twins: PlanCopy = { ...copy, cards: twice as PlanCopy["cards"], fresh: () => workingCopy(twice) }
  const ask = (request: string) => offline(actor, twins, { request, timeZone: null })
  expect((await ask('Delete the task "Call Bob"')).text).toMatch(/^Which "Call Bob" do you mean\?/)
  expect((await ask('Uncomplete "Call Bob"')).changes).toMatchObject([{ id: 32, fields: { type: 0 } }])
  expect((await ask('Complete "Call Bob"')).changes).toMatchObject([{ id: 31, fields: { type: 2 } }])
})

test("how goals are is answered with the status, progress and pace of those that are measured, in both languages", async () => {
  const [first, ...others] = cards.goals
  if (!first) throw new Error("there is no goal")
  const period = { startDate: "2026-11-14T00:00:00.000Z", dueDate: "2026-11-24T00:00:00.000Z" }
  const goals = [{ ...first, ...period, status: 1 as const, progress: 0.525 }, ...others]
  const measured: PlanCopy = { ...copy, fresh: () => workingCopy({ ...cards, goals }) }
  const ask = (request: string, language: "en" | "de", of = measured) =>
    offline(actor, of, { request, timeZone: "Europe/Berlin", language })
  for (const request of ["How are our goals?", "how are the goals doing"])
    expect((await ask(request, "en")).text).toBe(`1 goal:\n- ${first.name}: at risk, progress 53 %, pace 100 %`)
  for (const request of ["Wie stehen unsere Ziele?", "Wie laufen die Ziele?"])
    expect((await ask(request, "de")).text).toBe(`1 Ziel:\n- ${first.name}: gefährdet, Fortschritt 53 %, Soll 100 %`)
  expect((await ask("How are our goals?", "en", copy)).text).toBe("No open goal has a status or a result.")
})

const keyResults = ["Sign-ups", "Days to repair", "Days to answer"].map((name, at) => ({
  ...{ id: 70 + at, planId: cards.planId, goalId: 1, name, unit: "", order: at, start: 0, target: 800, current: 0 },
  modifiedDate: "2026-11-24T09:00:00.000Z",
}))
const withResults: PlanCopy = { ...copy, fresh: () => workingCopy({ ...cards, keyResults }) }

test.each([
  ["set sign-ups to 420", "en", 70, 420],
  ['Set "Sign-ups" to 4.5.', "en", 70, 4.5],
  ["Set days to repair to -3", "en", 71, -3],
  ["setze Anmeldungen auf 420", "de", undefined, undefined],
  ["Setze Sign-ups auf 420", "de", 70, 420],
  ["setz die Sign-ups auf 4,25", "de", 70, 4.25],
  ["set sign-ups to 1,500", "en", undefined, undefined],
  ["set sign to 5", "en", undefined, undefined],
  ["set days to 5", "en", undefined, undefined],
] as const)("%s sets the result that it names, and none on a guess", async (request, language, id, current) => {
  const { changes = [] } = await offline(actor, withResults, { request, timeZone: null, language })
  expect(changes.filter(({ fields }) => fields?.results)).toEqual(
    id === undefined ? [] : [{ op: "update", entity: "goal", id: 1, fields: { results: [{ id, current }] } }],
  )
  if (request === "set days to 5")
    expect((await offline(actor, withResults, { request, timeZone: null })).text).toMatch(
      /^Which "days" do you mean\?\n- Days to repair \(.+\)\n- Days to answer \(.+\)$/,
    )
})

test.each([
  ["Set sign-ups to 420 and set days to repair to 3", "en"],
  ["Set sign-ups to 420\nSet days to repair to 3", "en"],
  ["Setze Sign-ups auf 420 und setze Days to repair auf 3", "de"],
] as const)("%s sets each of the results", async (request, language) => {
  const { changes } = await offline(actor, withResults, { request, timeZone: null, language })
  const of = (id: number, current: number) => ({
    ...{ op: "update", entity: "goal", id: 1 },
    fields: { results: [{ id, current }] },
  })
  expect(changes).toEqual([of(70, 420), of(71, 3)])
})

test.each([
  ["set days to 5", "en"],
  ["Please set the sign-ups to 5.", "en"],
  ["setze Sign-ups auf 5", "de"],
] as const)("each choice of %s sets one result, of the goal it names", async (request, language) => {
  const [, second] = cards.goals
  const twin = { ...keyResults[0], id: 80, goalId: second?.id } as (typeof keyResults)[number]
  const results = [...keyResults, twin]
  const plan: PlanCopy = { ...copy, fresh: () => workingCopy({ ...cards, keyResults: results }) }
  const ask = (request: string) => offline(actor, plan, { request, timeZone: null, language })
  const { choices = [] } = await ask(request)
  const chosen = await Promise.all(choices.map(({ request }) => ask(request)))
  const of = (goalId: number, id: number) => [
    { op: "update", entity: "goal", id: goalId, fields: { results: [{ id, current: 5 }] } },
  ]
  expect(chosen.map(({ changes }) => changes)).toEqual(
    request === "set days to 5" ? [of(1, 71), of(1, 72)] : [of(1, 70), of(second?.id ?? 0, 80)],
  )
})

test("each choice of a question makes a request that asks nothing more", async () => {
  const twice: BoardCards = { ...cards, tasks: [...tasks, task(31, "Call Bob", 13), task(32, "Call Bob", 13)] }
  const twins: PlanCopy = { ...copy, cards: twice as PlanCopy["cards"], fresh: () => workingCopy(twice) }
  const ask = (request: string) => offline(actor, twins, { request, timeZone: null })
  for (const [request, ids] of [
    ['Rename the task "Call Bob" to "Call Rob"', [31, 32]],
    ["delete call bob", [31, 32]],
    ["Complete Budget", [14, 25]],
  ] as const) {
    const { choices = [] } = await ask(request)
    const answers = await Promise.all(choices.map(({ request }) => ask(request)))
    expect(
      answers.flatMap(({ changes }) => changes?.map(({ id }) => id)),
      request,
    ).toEqual(ids)
  }
  const { choices = [] } = await ask('Assign "Talk to Ada" to Zoe')
  expect(choices[0]?.label).toBe("Ada Lind")
  expect((await ask(choices[0]?.request ?? "")).changes).toMatchObject([{ fields: { ownerId: 1 } }])
})

test("an action that is overdue or due is named beside the tasks", async () => {
  const due = "2026-11-23T00:00:00.000Z"
  const owner = { id: 3, userName: "Mei Tanaka" }
  const dated: BoardCards = {
    ...cards,
    items: items.map((item) => (item.id === 14 ? { ...item, dueDate: due, owner } : item)),
  }
  const late: PlanCopy = { ...copy, cards: dated as PlanCopy["cards"], fresh: () => workingCopy(dated) }
  const { text } = await offline(actor, late, { request: "What is overdue?", timeZone: "Europe/Berlin" })
  expect(text?.split("\n")).toEqual([
    "1 action and 1 task overdue:",
    '- Order brake pads (in "Spare-parts forecast", Mei Tanaka, due Friday, 20 November 2026)',
    '- Budget (an action in "Win the city renewal", Mei Tanaka, due Monday, 23 November 2026)',
  ])
})

test("it says why it has no model, and offers what it can do", async () => {
  expect(await asked("hello")).toMatchObject({
    text: expect.stringContaining("No model is configured"),
    examples: answers.examples,
  })
  const off = await offline(actor, copy, { request: "hello" }, "off")
  expect(off.text).toContain("AI is turned off for this plan")
})

test("there are at least a hundred requests", () => {
  expect(requests.length).toBeGreaterThanOrEqual(100)
})

test("an outline beyond the limit says which limit it passes", async () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `- Action ${at}`)
  expect((await asked(lines.join("\n"))).text).toContain("10000 lines. I can make at most 200 changes at once")
  expect((await asked(lines.slice(0, 500).join("\n"))).text).toContain("500 entries. I can make at most 200 at once")
})
