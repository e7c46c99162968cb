import { afterEach, expect, test, vi } from "vitest"
import { openDrafts } from "./drafts"

afterEach(() => vi.unstubAllGlobals())

test("drafts that an answer has no room for are loaded with the board, once for each tag", async () => {
  const tags = { now: "a".repeat(32) }
  const asked: (string | null)[] = []
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(new URL(path, "http://localhost").searchParams.get("draftsTag"))
    return Response.json({ seq: 4, events: [], draftsTag: tags.now })
  })
  const onOutdated = vi.fn()
  let isLoading = false
  const drafts = openDrafts({
    store: { planId: 7, seq: () => 4, putDrafts: () => true },
    isWhole: () => !isLoading,
    onShown: () => {},
    onOutdated,
  })
  await drafts.changes(4)
  expect(onOutdated).toHaveBeenCalledTimes(1)
  isLoading = true
  await drafts.changes(4)
  drafts.loaded()
  isLoading = false
  await drafts.changes(4)
  expect([asked, onOutdated.mock.calls.length]).toEqual([[null, null, tags.now], 1])
  tags.now = "b".repeat(32)
  await drafts.changes(4)
  expect(onOutdated).toHaveBeenCalledTimes(2)
  // Saved while the board was loading, which may lack it.
  drafts.changed()
  drafts.loaded()
  await drafts.changes(4)
  expect([asked.at(-1), onOutdated.mock.calls.length]).toEqual([null, 3])
})
