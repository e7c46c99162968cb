// Which language is read, how its texts are found, and how it writes numbers and dates.
import { afterEach, expect, test } from "vitest"
import { counted, number } from "~/contract/shared/language/english"
import { listText, numberFormat } from "~/contract/shared/language/format"
import { setLanguage } from "~/contract/shared/language/in-force"
import { acceptedIn, bestOf, mirrored } from "~/contract/shared/language/language"
import { localized } from "~/contract/shared/language/localized"
import { pluralsOf } from "~/contract/shared/language/plural"
import { relativeTime } from "~/rules/relative-time"
import { loadLanguage } from "./load"

afterEach(() => setLanguage({ tag: "en" }))

const speak = async (tag: string) => {
  const tongue = await loadLanguage(tag)
  if (!tongue) throw new Error(`${tag} has no texts`)
  setLanguage(tongue)
}

test("an Accept-Language header is read by its weights, and what is malformed in it ignored", () => {
  expect(acceptedIn("en-GB, de;q=0.5, fr;q=0.9")).toEqual(["en-GB", "fr", "de"])
  expect(acceptedIn("de;q=0, en;q=x,,;q=1")).toEqual([])
  expect(acceptedIn(null)).toEqual([])
  expect(bestOf(["fr", "DE-AT", "en"], "laneway.example")).toBe("de")
  expect(bestOf(["fr", ""], "localhost")).toBe("en")
})

test("a text is that of the language in force when it is read; one without a translation is English", async () => {
  const known = localized("planLog", { confirm: "Go back" })
  const unknown = localized("no such texts", { title: "Title" })
  expect(known.confirm).toBe("Go back")
  await speak("de")
  expect(known.confirm).toBe("Zurückkehren")
  expect(Object.values(known)).toEqual(["Zurückkehren"])
  expect(unknown.title).toBe("Title")
})

test("a browser that asks for the mirrored texts gets them at a loopback address only", () => {
  expect(bestOf([mirrored], "localhost")).toBe(mirrored)
  expect(bestOf([mirrored], "laneway.example")).toBe("en")
})

test("the mirrored texts are the English ones, written from right to left, with their values", async () => {
  const texts = localized("x", {
    one: "One",
    nested: { of: (name: string) => `Of ${name}` },
    list: ["a", "b"],
    none: "",
  })
  await speak("ar-XB")
  expect(texts.one).toBe("\u200f\u202eOne\u202c")
  expect(texts.nested.of("Ada")).toBe("\u200f\u202eOf Ada\u202c")
  expect([...texts.list, texts.none]).toEqual(["\u200f\u202ea\u202c", "\u200f\u202eb\u202c", ""])
  expect(texts.list).toBe(texts.list)
})

test("numbers, lists and ages follow the language", async () => {
  const size = numberFormat({ minimumFractionDigits: 1 })
  const said = () => [size(1_234.5), listText(["a", "b", "c"]), relativeTime(0, 300_000, "UTC")]
  const longAgo = () => relativeTime(0, 200_000_000, "UTC")
  expect([...said(), longAgo()]).toEqual(["1,234.5", "a, b and c", "5 minutes ago", "1 Jan 1970 at 00:00"])
  await speak("de")
  expect([...said(), longAgo()]).toEqual(["1.234,5", "a, b und c", "vor 5 Minuten", "1. Jan. 1970 um 00:00"])
})

test("English words are counted, and their numbers grouped", () => {
  const tasks = (count: number) => counted(count, { one: "# task", other: "# tasks" })
  expect([0, 1, 2, 20_000].map(tasks)).toEqual(["0 tasks", "1 task", "2 tasks", "20,000 tasks"])
  expect(number(1_234)).toBe("1,234")
})

test("plurals are chosen by the language's own rules", () => {
  const polish = pluralsOf("pl")
  const forms = { one: "# zadanie", few: "# zadania", many: "# zadań", other: "# zadania" }
  expect([1, 2, 5, 22, 1_000].map((count) => polish(count, forms))).toEqual([
    ...["1 zadanie", "2 zadania", "5 zadań", "22 zadania"],
    "1000 zadań",
  ])
})
