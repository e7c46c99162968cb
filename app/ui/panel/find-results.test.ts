import { expect, test } from "vitest"
import { merged, type Result } from "./find-results"

const result = (key: string, date: string, snippet = ""): Result => ({
  key,
  tab: "tasks",
  date,
  snippet: () => snippet,
})

test("each is there once, as the board has it, and the newest first", () => {
  const local = [result("task:1", "2026-11-18T10:00:00.000Z", "mine"), result("task:2", "2026-11-20T10:00:00.000Z")]
  const server = [
    result("task:1", "2026-11-18T10:00:00.000Z", "theirs"),
    result("file:1", "2026-11-19T10:00:00.000Z"),
    result("comment:1", "2026-11-21T10:00:00.000Z"),
  ]
  expect(merged(local, server).map(({ key, snippet }) => [key, snippet()])).toEqual([
    ["comment:1", ""],
    ["task:2", ""],
    ["file:1", ""],
    ["task:1", "mine"],
  ])
  expect(merged([], [])).toEqual([])
})
