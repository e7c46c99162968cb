// Functions of app/database that concern a plan can't be called for people without access to it.
import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"

const folder = path.resolve(import.meta.dirname, "../../app/database")

/** They take a plan's id, and why that is safe. */
const exceptions: Record<string, string> = {
  conversationsOf: "answers sealed rows, by `read`",
  conversationOf: "answers sealed rows, by `read`",
  boardState: "answers sealed rows, by `seal`",
  isTaken: "a part of the statement of readRows, which answers sealed rows",
  expectFile: "writes the name of a file that is to be uploaded, and reads nothing",
  endMails: "the signed address in a mail is the right to end it",
  planNamed: "answers only a member, by the id it takes",
  dueLetter: "a letter to the member it takes, who is a member when it is written",
  unreadNotifications: "the person's own, of all their plans",
  planPreferencesOf: "the person's own, in a plan they are a member of",
  isArchived: "asked by the door of writes, before it refuses one of an admitted actor",
  memberNames: "names for members in mails and events, without a caller",
  awaiting: "the accepted invitation is the right to it",
  isMemberByEmail: "asked about an invitation, by its admitted sender or by its receiver",
  usedBy: "a number of the plan's, and the quota it is compared with",
  feedCardsOf: "a person's own cards in plans that they are a member of when it is read",
  keepWordsOf: "the search index is kept without a caller",
}

/** The text of an exported function's parameters and declared answer. */
const heads = (file: string) => {
  const text = readFileSync(path.join(folder, file), "utf8")
  expect(text, file).not.toMatch(/^export (?:async )?function/m)
  return [...text.matchAll(/^export const (\w+) =\s*(?:async\s*)?(?=[<(])([\s\S]{1,1000}?)=>/gm)].map(
    ([, name = "", head = ""]) => ({ name, head }),
  )
}

test("a function that takes a plan takes an Admission or answers sealed rows", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  )
  const all = files.flatMap(heads)
  expect(all.length).toBeGreaterThan(150)
  const open = all.filter(({ head }) => /\bplan(?:Id|Ids)?\b/.test(head) && !/\b(?:Admission|Sealed)\b/.test(head))
  expect(open.map(({ name }) => name).sort()).toEqual(Object.keys(exceptions).sort())
})
