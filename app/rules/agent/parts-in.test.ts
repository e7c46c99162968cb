import { expect, test } from "vitest"
import { partsIn } from "./parts-in"

const read = (line: string) => {
  const asked: string[] = []
  const parts = partsIn(line, () => ({
    isPerson: (text) => asked.push(text) < 0,
    isDate: (text) => asked.push(text) < 0,
    knows: (name) => (asked.push(name) > 0 && name === "harbour" ? 2 : 0),
  }))
  return { parts, asked }
}

test("a sentence of many places is read with few names looked up", () => {
  expect(read(`move x${" to the x".repeat(38)}`).asked.length).toBeGreaterThan(10)
  for (const verb of ["move", "assign", "add", "give", "verschiebe"]) {
    const { asked } = read(`${verb} x${" to the x".repeat(38)}`)
    expect(asked.length).toBeLessThan(1_000)
  }
  const longest = `move x${" to x".repeat(50)} to harbour`
  expect(read(longest).parts).toMatchObject([{ said: { do: "move", place: { name: "harbour" } }, isSure: false }])
})

test.each([
  `rename A to B${" x,".repeat(116)}`,
  `rename A to B${" then".repeat(116)}`,
  `rename A to B${" and x".repeat(58)}`,
  `rename${" and to".repeat(59)}`,
  `move A to B${" to to and".repeat(38)}`,
  `give${" x and".repeat(59)}`,
])("of a line of 120 words few names are looked up, case %#", (line) => {
  expect(line.split(" ").length).toBeGreaterThan(115)
  expect(read(line).asked.length).toBeLessThan(801)
})

const cards = "Abel Bert Cora Dina Emil Fred Gina Hans Ines Jana Kurt Lena Mara Nora Otto".split(" ")
const amongCards = (line: string) =>
  partsIn(line, () => ({
    isPerson: (text) => text === "Bo",
    isDate: () => false,
    knows: (name) => (name === "Plan" || cards.includes(name) ? 2 : 0),
  }))

test.each([
  { verb: "Rename", becoming: "to", joint: " and ", quote: "", end: "" },
  { verb: "Rename", becoming: "to", joint: ", ", quote: "", end: "" },
  { verb: "Rename", becoming: "to", joint: " and ", quote: '"', end: "" },
  { verb: "Benenne", becoming: "in", joint: " und ", quote: "", end: " um" },
  { verb: "Benenne", becoming: "in", joint: ", ", quote: "", end: " um" },
])("a chain's end behind 12 further cards is not understood: %j", ({ verb, becoming, joint, quote, end }) => {
  const rename = (count: number) => {
    const links = cards.slice(0, count).map((card, at) => `${card} ${becoming} ${quote}New${at}${quote}`)
    return amongCards(`${verb} ${links.join(joint)}${end}`)
  }
  const known = cards.slice(0, 13).map((card, at) => [card, `New${at}`])
  expect(rename(13).map(({ said }) => [said?.card?.name, said?.text])).toEqual(known)
  const parts = rename(14)
  expect(parts.slice(0, -1).map(({ said }) => [said?.card?.name, said?.text])).toEqual(known.slice(0, 12))
  expect(parts.at(-1)).toEqual({ raw: expect.stringMatching(/Mara .*Nora /), said: undefined, isSure: false })
})

test.each([
  { request: (of: string[]) => `Move ${of.map((card) => `${card} to Plan`).join(" and ")}` },
  { request: (of: string[]) => `Assign ${of.map((card) => `${card} to Bo`).join(" and ")}` },
  { request: (of: string[]) => `Gib ${of.map((card) => `${card} an Bo`).join(" und ")}` },
  { request: (of: string[]) => `Verschiebe ${of.map((card) => `${card} nach Plan`).join(" und ")}` },
])("of a chain that is not understood to its end nothing is sure, case %#", ({ request }) => {
  expect(amongCards(request(cards.slice(0, 1)))).toMatchObject([{ isSure: true }])
  for (const { isSure } of amongCards(request(cards.slice(0, 14)))) expect(isSure).toBe(false)
})

test.each([
  'Change the name of Abel to "A" and Bert to "B"',
  "Ändere den Namen von Abel in A und Bert in B um",
  'Ändere den Namen von Abel in "A" und Bert in "B" um',
  "Abel in A und Bert in B umbenennen",
  "Abel in A und Bert in B umbenennen bitte",
  'Change the name of "Abel" to "A" and "Bert" to "B"',
])("a new name holds no further card: %s", (line) => {
  expect(amongCards(line)).toMatchObject([{ said: undefined, isSure: false }])
})

test.each([
  ['Change the name of Abel to "A and Bert to B"', "A and Bert to B"],
  ["Change the name of Abel to A and talk to Bert", "A and talk to Bert"],
  ["Abel in A und Berta in B umbenennen", "A und Berta in B"],
])("a new name may hold what names no card: %s", (line, text) => {
  expect(amongCards(line)).toMatchObject([{ said: { do: "rename", card: { name: "Abel" }, text }, isSure: true }])
})

test("a repetition is looked for in the last words of a line only", () => {
  const days = "Monday ".repeat(20)
  expect(read(`add a task x to harbour every week on ${days}`).parts).not.toMatchObject([
    { said: { added: { rule: expect.anything() } } },
  ])
  expect(read("add a task x to harbour every week on Monday and Friday").parts).toMatchObject([
    { said: { added: { rule: "FREQ=WEEKLY;BYDAY=MO,FR" } } },
  ])
})
