import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import { type Filter, filter as schema } from "~/contract/view"
import { type ChoiceField, choicesIn, isEmptyFilter, type Looking, readFilter, type Stays, shownBy } from "./filter"
import type { Rows } from "./rule"

const ada = 1
const bo = 2
// A Wednesday.
const looking: Looking = { userId: ada, today: "2026-12-09", weekStart: 1 }

const goal = (id: number, name: string) => ({ id, name, description: "" }) as Goal
const item = (id: number, goalId: number | null, fields: Partial<Item> = {}) =>
  ({
    id,
    goalId,
    topic: `Action ${id}`,
    description: "",
    owner: null,
    dueDate: null,
    completed: false,
    labelIds: [],
    ...fields,
  }) as Item
const task = (id: number, of: Item, fields: Partial<Task> = {}) =>
  ({
    id,
    itemId: of.id,
    goalId: of.goalId,
    description: `Task ${id}`,
    ownerId: null,
    labelIds: [],
    dueDate: null,
    type: 0,
    complete: false,
    ...fields,
  }) as Task

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))
const boardOf = (goals: Goal[], items: Item[], tasks: Task[]) =>
  ({ goals: byId(goals), items: byId(items), tasks: byId(tasks) }) as unknown as Rows

const on = (day: string) => ({ dueDate: `${day}T00:00:00.000Z` })
const fair = item(1, 1, { owner: { id: ada, userName: "Ada" }, topic: "Spring fair" })
const road = item(2, 2)
const loose = item(3, null, { topic: "Café tables", labelIds: [8], ...on("2026-12-09") })
const board = boardOf(
  [goal(1, "Events"), goal(2, "Roads")],
  [fair, road, loose],
  [
    task(11, fair, { ownerId: bo, type: 1, ...on("2026-12-08") }),
    task(12, fair, { ownerId: ada, type: 2, complete: true, ...on("2026-12-01") }),
    task(21, road, { description: "Mark the route", ...on("2026-12-13") }),
    task(22, road, { type: 1, ...on("2026-12-14") }),
    task(23, road, { type: 1, labelIds: [7], ...on("2026-12-21") }),
  ],
)

const shown = (filter: Filter, more: Partial<Looking> = {}, stays?: Stays) => {
  const { goal, item, task } = shownBy(filter, board, { ...looking, ...more }, stays)
  const sorted = (ids: ReadonlySet<number>) => [...ids].sort((a, b) => a - b)
  return [sorted(goal), sorted(item), sorted(task)]
}

describe("shownBy", () => {
  test.each<[string, Filter, number[][]]>([
    [
      "an empty filter shows everything",
      {},
      [
        [1, 2],
        [1, 2, 3],
        [11, 12, 21, 22, 23],
      ],
    ],
    ["an owner's cards, in their actions and goals", { ownerIds: [bo] }, [[1], [1], [11]]],
    [
      "several owners are alternatives; null is nobody",
      { ownerIds: [bo, null] },
      [
        [1, 2],
        [1, 2, 3],
        [11, 21, 22, 23],
      ],
    ],
    ["one's own", { mine: true }, [[1], [1], [12]]],
    ["nothing of one's own that is another's", { mine: true, ownerIds: [bo] }, [[], [], []]],
    ["overdue ones, unless they are done", { due: "overdue" }, [[1], [1], [11]]],
    ["today's, an action without a goal among them", { due: "today" }, [[], [3], []]],
    ["those of the rest of the week", { due: "week" }, [[2], [2, 3], [21]]],
    ["those of the next week", { due: "next" }, [[2], [2], [22]]],
    ["those without a day", { due: "none" }, [[1, 2], [1, 2], []]],
    ["a goal's", { goalIds: [2] }, [[2], [2], [21, 22, 23]]],
    [
      "a column's: an action matches by its tasks",
      { columns: [1] },
      [
        [1, 2],
        [1, 2],
        [11, 22, 23],
      ],
    ],
    ["words in any order, without accents, in one card", { text: "ROUTE mark" }, [[2], [2], [21]]],
    ["an accent aside", { text: "cafe" }, [[], [3], []]],
    ["a goal by its name", { text: "roads" }, [[2], [], []]],
    ["fields narrow each other", { columns: [1], goalIds: [2], due: "next" }, [[2], [2], [22]]],
    ["a label's, of which several are alternatives", { labelIds: [7, 8] }, [[2], [2, 3], [23]]],
    ["nothing for a label that no card has", { labelIds: [9] }, [[], [], []]],
    ["waiting cards, of which there are none", { blocked: true }, [[], [], []]],
  ])("shows %s", (_, filter, expected) => expect(shown(filter)).toEqual(expected))

  test("a card that stays shows, with its action and goal", () => {
    const stays: Stays = (entity, id) => entity === "task" && id === 21
    expect(shown({ ownerIds: [bo] }, {}, stays)).toEqual([
      [1, 2],
      [1, 2],
      [11, 21],
    ])
  })

  test("the week ends by the person's first day", () => {
    expect(shown({ due: "week" }, { weekStart: 0 })[2]).toEqual([])
    expect(shown({ due: "next" }, { weekStart: 0 })[2]).toEqual([21, 22])
  })

  test("an action that shows for its tasks alone doesn't show for itself", () => {
    const { item, ownItems, task, matching } = shownBy({ ownerIds: [bo] }, board, looking)
    expect([[...item], [...ownItems], [...task]]).toEqual([[1], [], [11]])
    expect(matching).toBe(1)
    expect([
      ...shownBy({ ownerIds: [bo] }, board, looking, (entity, id) => entity === "item" && id === 1).ownItems,
    ]).toEqual([1])
  })

  test("nobody has own cards", () => expect(shown({ mine: true }, { userId: null })).toEqual([[], [], []]))

  const anyFilter = fc.record(
    {
      text: fc.constantFrom("task", "fair", "roads"),
      ownerIds: fc.uniqueArray(fc.constantFrom(ada, bo, null), { minLength: 1 }),
      due: fc.constantFrom("overdue", "today", "week", "next", "none"),
      goalIds: fc.uniqueArray(fc.constantFrom(1, 2), { minLength: 1 }),
      columns: fc.uniqueArray(fc.constantFrom(0, 1, 2), { minLength: 1 }),
      mine: fc.boolean(),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Filter>

  test("a further field never shows more, and a shown card's action and goal show", () => {
    fc.assert(
      fc.property(anyFilter, anyFilter, (one, other) => {
        const narrow = shownBy({ ...other, ...one }, board, looking)
        const wide = shownBy(one, board, looking)
        for (const kind of ["item", "task"] as const)
          for (const id of narrow[kind]) expect(wide[kind].has(id)).toBe(true)
        for (const id of wide.task) expect(wide.item.has(board.tasks.get(id)?.itemId ?? 0)).toBe(true)
        for (const id of wide.item) {
          const goalId = board.items.get(id)?.goalId
          if (typeof goalId === "number") expect(wide.goal.has(goalId)).toBe(true)
        }
      }),
    )
  })
})

test("a choice's count is what the filter with it alone would leave", () => {
  const fields: [ChoiceField, Filter[]][] = [
    ["ownerIds", [{ ownerIds: [ada] }, { ownerIds: [bo] }, { ownerIds: [null] }]],
    ["due", (["overdue", "today", "week", "next", "none"] as const).map((due) => ({ due }))],
    ["goalIds", [{ goalIds: [1] }, { goalIds: [2] }]],
    ["blocked", [{ blocked: true }, { blocked: false }]],
  ]
  for (const others of [{}, { text: "task" }, { mine: true }, { due: "none" as const }])
    for (const [field, choices] of fields) {
      const counts = choicesIn(field, others, board, looking)
      for (const choice of choices) {
        const value = [Object.values(choice)[0]].flat()[0]
        const { mine, ...rest } = others as Filter
        const alone = { ...(field === "ownerIds" ? rest : others), ...choice }
        expect([field, value, counts.get(value) ?? 0]).toEqual([field, value, shownBy(alone, board, looking).matching])
      }
    }
  expect(choicesIn("columns", {}, board, looking)).toEqual(
    new Map([
      [1, 3],
      [2, 1],
      [0, 1],
    ]),
  )
})

test("an address is a filter exactly when the contract takes it", () => {
  const sent: unknown[] = [
    {},
    { text: "a", mine: true, blocked: false, due: "week", columns: [0, 2], ownerIds: [null, 3], goalIds: [1] },
    { ownerIds: [] },
    { goalIds: [null] },
    { goalIds: [0] },
    { goalIds: [1.5] },
    { columns: [3] },
    { due: "someday" },
    { mine: 1 },
    { text: 1 },
    { owner: [1] },
    { labelIds: Array.from({ length: 101 }, (_, at) => at + 1) },
    [],
    null,
    1,
  ]
  for (const value of sent) {
    const text = JSON.stringify(value)
    expect([text, readFilter(text) !== undefined]).toEqual([text, schema.safeParse(value).success])
  }
  expect(readFilter("{")).toBeUndefined()
})

test("a filter without values is empty", () => {
  expect([{}, { text: "" }, { mine: false }].map(isEmptyFilter)).toEqual([true, true, true])
  expect([{ ownerIds: [null] }, { due: "none" as const }, { blocked: true }].map(isEmptyFilter)).toEqual([
    false,
    false,
    false,
  ])
})
