import { expect, test } from "vitest"
import { folded, peopleFor } from "./folded"

test.each([
  ["José Álvarez", "jose alvarez"],
  ["Jose\u0301", "jose"],
  ["Łódź Øre Straße", "lodz ore strasse"],
  ["ΟΔΟΣ οδός", "οδοσ οδοσ"],
  ["كِتَاب", "كتاب"],
  ["كتـــاب", "كتاب"],
  ["שָׁלוֹם", "שלום"],
  ["ＡＢＣ", "abc"],
  ["don’t “pre‑print” 9–12", 'don\'t "pre-print" 9-12'],
  ["Привет, ёж", "привет, еж"],
])("%s is compared as %s", (text, plain) => expect(folded(text)).toBe(plain))

test.each([
  ["José Álvarez", "Jose", true],
  ["José Álvarez", "alv", true],
  ["José Álvarez", "ÁLV jo", true],
  ["Ada Example", "Ada ", true],
  ["Ada Exner", "Ada Ex", true],
  ["Ada Example", "Ada Exn", false],
  ["Ada Example (2)", "ada 2", true],
  ["Jean-Luc O'Brien", "luc bri", true],
  ["Ada Example", "da", true],
  ["Ada Example", "dax", false],
  ["山田太郎", "太郎", true],
  ["Síle O’Brien", "obrien", true],
  ["Síle O'Brien", "O’Brien", true],
  ["Jean-Luc", "jeanluc", true],
  ["Anna Müller", "Mueller", true],
  ["Anna Mu\u0308ller", "muller", true],
  ["Anna Müller", "Muehler", false],
  ["مُحَـمَّد", "محمد", true],
  ["أحمد", "احمد", true],
  ["Ada Example", "", true],
])("of %s, %s finds: %s", (userName, query, found) =>
  expect(peopleFor([{ userName }], query)).toHaveLength(found ? 1 : 0),
)

test("names in which a word begins with the query come first", () => {
  const people = ["Mara", "Tom Arnold", "Ada"].map((userName) => ({ userName }))
  expect(peopleFor(people, "ar").map(({ userName }) => userName)).toEqual(["Tom Arnold", "Mara"])
  expect(peopleFor(people, " ")).toEqual(people)
})
