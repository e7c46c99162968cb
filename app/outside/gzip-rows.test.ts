import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { gunzipSync } from "node:zlib"
import fc from "fast-check"
import { expect, test } from "vitest"
import { gzipRows, type Row } from "./gzip-rows.server"

const row = (id: number): Row => ({
  id,
  text: JSON.stringify({ id, text: `${id} crane ü ${id % 7} ${"quay ".repeat(id % 40)}` }),
})
const plain = (rows: Row[]) => `{"head":"é","rows":[${rows.map(({ text }) => text).join(",")}]}`
const opened = async (rows: Row[]) => gunzipSync(await gzipRows(['{"head":"é","rows":[', rows, "]}"])).toString()

test("is the gzip of all rows after any sequence of adding, deleting, changing and moving", async () => {
  const edit = fc.record({ what: fc.constantFrom("add", "remove", "change", "move"), at: fc.nat(), to: fc.nat() })
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 12 }), fc.constantFrom(0, 1, 900), async (edits, count) => {
      let rows = Array.from({ length: count }, (_, id) => row(id))
      expect(await opened(rows)).toBe(plain(rows))
      for (const { what, at, to } of edits) {
        const [from, into] = [at % (rows.length || 1), to % (rows.length + 1)]
        if (what === "add") rows = rows.toSpliced(into, 0, row(1_000 + at))
        else if (rows.length === 0) continue
        else if (what === "change") rows = rows.with(from, row(2_000 + to))
        else {
          const [moved] = rows.slice(from, from + 1) as [Row]
          rows = rows.toSpliced(from, 1)
          if (what === "move") rows = rows.toSpliced(Math.min(into, rows.length), 0, moved)
        }
        expect(await opened(rows)).toBe(plain(rows))
      }
    }),
    { numRuns: 40 },
  )
})

test("reusing compressed rows doesn't enlarge the gzip", async () => {
  const rows = Array.from({ length: 2_000 }, (_, id) => row(id))
  const first = await gzipRows(["[", rows, "]"])
  const again = await gzipRows(["[", rows.with(1_000, row(5_000)), "]"])
  expect(Math.abs(first.length - again.length)).toBeLessThan(200)
})

test("deleted rows can be garbage-collected although rows of their run stay", async () => {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  let rows = Array.from({ length: 300 }, (_, id) => row(id))
  const gone: WeakRef<Row>[] = []
  for (let round = 0; round < 20; round++) {
    await opened(rows)
    gone.push(new WeakRef(rows[5] as Row))
    rows = [row(1_000 + round), ...rows.with(5, row(2_000 + round))]
  }
  await opened(rows)
  collect()
  expect(gone.filter((one) => one.deref())).toEqual([])
  expect(rows).toHaveLength(320)
})
