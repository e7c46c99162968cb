import { expect, test } from "vitest"
import { cards, items, task } from "../../../tests/support/model/agent-plan"
import { type NamingText, nameIndex, textNaming } from "./named-cards"

const shown = ({ text, cards }: NamingText) =>
  cards.map(({ from, to, entity, id }) => `${entity} ${id} ${text.slice(from, to)}`)
const [budget] = items.filter(({ topic }) => topic === "Budget")
const namesIn = (text: string, ...tasks: ReturnType<typeof task>[]) => {
  const index = nameIndex()
  for (const goal of cards.goals) index.add("goal", goal)
  for (const item of cards.items) index.add("item", item)
  for (const each of tasks) index.add("task", each)
  return shown({ text, cards: index.namedIn(text) })
}

test("parts of a text keep the places of names", () => {
  const list = textNaming(["Doing:", "\n- ", { entity: "task", id: 5, name: "Dig" }, " (today)"])
  const whole = textNaming(["1 task.\n", list, "\n", list])
  expect(whole.text).toBe("1 task.\nDoing:\n- Dig (today)\nDoing:\n- Dig (today)")
  expect(shown(whole)).toEqual(["task 5 Dig", "task 5 Dig"])
})

test("names are found as whole words as they are written, the longest first", () => {
  const tasks = [
    task(90, "Budget for spares", 14),
    task(91, "Dig", 11),
    task(92, "C++ port (2)", 11),
    task(93, "AB", 11),
  ]
  const found = namesIn("**Budget for spares**, Budget; budget Budgets Digger Dig. C++ port (2)! AB", ...tasks)
  expect(found).toEqual([
    "task 90 Budget for spares",
    `item ${budget?.id} Budget`,
    "task 91 Dig",
    "task 92 C++ port (2)",
  ])
})

test("a name that several cards have means none, and hides no shorter one in it", () => {
  expect(namesIn("Budget for spares", task(90, "Budget for spares", 14), task(91, "Budget for spares", 11))).toEqual([])
  expect(namesIn("Untitled, or Dig", task(90, "", 14))).toEqual([])
})

test("scripts without spaces have names within their words", () => {
  expect(namesIn("今日は予算計画をする", task(90, "予算計画", 14))).toEqual(["task 90 予算計画"])
  expect(namesIn("Überdigen", task(90, "digen", 14))).toEqual([])
})

test("names in a long text of a large plan are bounded", () => {
  const tasks = Array.from({ length: 3_000 }, (_, at) => task(1_000 + at, `Walk dock ${at}`, 11))
  expect(namesIn(tasks.map(({ description }) => description).join(" "), ...tasks)).toHaveLength(200)
})
