import { expect, test } from "vitest"
import { readProse, sentencesOf } from "./prose"

const todo = (text: string) => readProse(text).todo.map(({ topic }) => topic)

test("sentences end at marks and lines, but not at abbreviations, dates and wrapped lines", () => {
  expect(sentencesOf("Ask Dr. Weber, e.g. on 18. March. Then decide!\nCall the city; wait.")).toEqual([
    "Ask Dr. Weber, e.g. on 18. March.",
    "Then decide!",
    "Call the city;",
    "wait.",
  ])
  expect(sentencesOf("We open twelve docks\nbefore June.\nFive people\n\nOne van 2.5 m high")).toEqual([
    "We open twelve docks before June.",
    "Five people",
    "One van 2.5 m high",
  ])
  expect(sentencesOf("駅を開く。修理する。")).toEqual(["駅を開く。", "修理する。"])
  expect(sentencesOf(" \n ")).toEqual([])
})

test("words that only lead up to the work are left out", () => {
  expect(
    todo(
      "First, we need to hire two mechanics. Then we should order spare parts. Please tell the city! Let's paint the van. Somebody has to lead it.",
    ),
  ).toEqual(["Hire two mechanics", "Order spare parts", "Tell the city", "Paint the van", "Lead it"])
  expect(todo("First aid kits for everybody. Next year is the deadline.")).toEqual([
    "First aid kits for everybody",
    "Next year is the deadline",
  ])
})

test("a sentence with several verbs is several actions; a list of things stays one", () => {
  expect(todo("We have to find a venue, book the band and send invitations to 50 people.")).toEqual([
    "Find a venue",
    "Book the band",
    "Send invitations to 50 people",
  ])
  expect(todo("Buy apples, pears and plums. Write the design and test plan.")).toEqual([
    "Buy apples, pears and plums",
    "Write the design and test plan",
  ])
})

test("a first sentence that says what is wanted is set apart when others follow", () => {
  const { wanted, todo } = readProse("We want to halve the repair time. Hire a mechanic.")
  expect(wanted).toEqual({ name: "Halve the repair time", sentence: "We want to halve the repair time." })
  expect(todo).toEqual([{ topic: "Hire a mechanic", description: "" }])
  expect(readProse("We want to halve the repair time.")).toEqual({
    wanted: null,
    todo: [{ topic: "Halve the repair time", description: "" }],
  })
})

test("a sentence too long for a heading is cut there and whole in the description", () => {
  const long = `Heating ${"and more heating ".repeat(12)}must be checked`
  const [action] = readProse(`${long}.`).todo
  expect([...(action?.topic ?? "")].length).toBeLessThanOrEqual(80)
  expect(action?.description).toBe(long)
})
