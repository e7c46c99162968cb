// What cards wait for in files: by name, in each format, and only what makes no cycle.
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { mostBlockers } from "~/contract/shared/bounds"
import { cardRefs } from "./card-refs"
import { csvColumns, writeCsv } from "./csv"
import { readImport } from "./import"
import { writeMarkdown } from "./markdown"
import { emptyAction, emptyTask, type Outline, type OutlineAction, type OutlineTask } from "./outline"
import { writeHead } from "./own-json"
import { refsIn, waitingIn } from "./waits"

const planOf = (actions: Outline["actions"]): Outline => ({
  name: "P",
  effortAndComplexityVisible: true,
  aiInstructions: "",
  goals: [],
  actions,
})
const taskOf = (description: string, waitsFor?: string[]) => ({
  ...emptyTask,
  description,
  ...(waitsFor ? { waitsFor } : {}),
})
const actionOf = (topic: string, tasks: ReturnType<typeof taskOf>[] = [], waitsFor?: string[]) => ({
  ...emptyAction,
  topic,
  tasks,
  ...(waitsFor ? { waitsFor } : {}),
})

const read = (text: string, file: string) => {
  const found = readImport(text, file)
  if ("problem" in found) throw new Error(found.problem)
  return found
}
const formats = {
  json: (outline: Outline) => read(`${writeHead(outline)}}`, "plan.json"),
  csv: (outline: Outline) => read(writeCsv(outline), "plan.csv"),
  md: (outline: Outline) => read(writeMarkdown(outline), "plan.md"),
}

/** By kind: the positions of what each card waits for. */
const waitsIn = (outline: Outline) => {
  const cards = waitingIn(outline)
  const of = (all: readonly (OutlineAction | OutlineTask)[]) => {
    const refs = refsIn(all)
    return all.map(({ waitsFor = [] }) => waitsFor.map((name) => refs.get(name)))
  }
  return { item: of(cards.item), task: of(cards.task) }
}

/** Names that formats have reasons to misread, some of them twice. */
const anyName = fc.constantFrom(
  "Dredge",
  "Dredge (2)",
  "=1+1; x",
  "#tag ⛔[Dredge]",
  'a "b" [c]',
  "é\\]",
  "x".repeat(199),
)
/** A card waits for earlier ones, so that there is no cycle. */
const anyWaits = (count: number) =>
  fc.tuple(
    ...Array.from({ length: count }, (_, at) => fc.subarray([...Array(at).keys()], { maxLength: Math.min(at, 3) })),
  )

test.each(["json", "csv", "md"] as const)("%s has what waits for what, whatever cards are called", (format) => {
  fc.assert(
    fc.property(
      fc.array(anyName, { minLength: 4, maxLength: 4 }),
      fc.array(anyName, { minLength: 4, maxLength: 4 }),
      anyWaits(4),
      anyWaits(4),
      (topics, texts, ofItems, ofTasks) => {
        const [itemRefs, taskRefs] = [cardRefs(topics), cardRefs(texts)]
        const some = (ids: number[] = [], refs: string[]) =>
          ids.length > 0 ? ids.map((id) => refs[id] as string) : undefined
        // CSV has one action of each name.
        const named = topics.map((topic, at) => (format === "csv" ? `${at} ${topic.slice(0, 190)}` : topic))
        const refs = format === "csv" ? cardRefs(named) : itemRefs
        const outline = planOf(
          named.map((topic, at) =>
            actionOf(topic, [taskOf(texts[at] as string, some(ofTasks[at], taskRefs))], some(ofItems[at], refs)),
          ),
        )
        const back = formats[format](outline)
        expect([waitsIn(back.outline), back.leftOut]).toEqual([waitsIn(outline), []])
      },
    ),
  )
})

test("a CSV has a column of them before the labels, and none without such cards", () => {
  expect(
    writeCsv(planOf([actionOf("A")]))
      .trim()
      .split("\r\n")[0],
  ).not.toContain("waitsFor")
  expect(csvColumns.slice(-4)).toEqual(["due", "waitsFor", "labels", "recurrence"])
})

test("unknown names, a card's own, those beyond the most and those that close a cycle are left out, and told", () => {
  const many = Array.from({ length: mostBlockers + 1 }, (_, at) => `M${at}`)
  const { outline, leftOut } = formats.md(
    planOf([
      actionOf("A", [], ["B", "Nowhere"]),
      actionOf("B", [], ["C", "C"]),
      actionOf("C", [], ["A", "C"]),
      actionOf("D", [], many),
      ...many.map((name) => actionOf(name)),
    ]),
  )
  const { item } = waitingIn(outline)
  expect(item.slice(0, 3).map(({ waitsFor }) => waitsFor)).toEqual([["B"], ["C"], undefined])
  expect(item[3]?.waitsFor).toEqual(many.slice(0, mostBlockers))
  expect(leftOut).toEqual([{ what: "waits", count: 4 }])
})

test("a chain of 20,000 tasks is read without recursion", () => {
  const tasks = Array.from({ length: 20_000 }, (_, at) => taskOf(`T${at}`, at > 0 ? [`T${at - 1}`] : ["T19999"]))
  const { leftOut } = formats.json(planOf([actionOf("A", tasks)]))
  expect(leftOut).toEqual([{ what: "waits", count: 1 }])
})
