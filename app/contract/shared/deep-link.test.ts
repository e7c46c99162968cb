import { expect, test } from "vitest"
import {
  boardAddress,
  deepLinkPath,
  dialogTabOf,
  dialogTabs,
  readBoardAddress,
  readDeepLink,
  readId,
  readLayout,
  settingsOverPlans,
  withFilter,
  withLayout,
} from "./deep-link"

test("reads tasks, goals and actions with their menu", () => {
  expect(readDeepLink("tasks/12", null)).toEqual({ type: "task", id: 12 })
  expect(readDeepLink("goals/3/", "notes")).toEqual({ type: "goal", id: 3, menu: "notes" })
  expect(readDeepLink("actions/7", "")).toEqual({ type: "card", id: 7 })
  expect(readDeepLink("notes/4", null)).toEqual({ type: "note", id: 4 })
})

test.each(["", "tasks", "tasks/", "tasks/0", "tasks/-1", "tasks/x", "files/4", "constructor/4"])(
  "%j opens nothing",
  (rest) => {
    expect(readDeepLink(rest, null)).toBeUndefined()
  },
)

test("the review list and one proposal have addresses", () => {
  for (const [page, rest] of [
    ["open", "review"],
    ["decided", "review/decided"],
    [12, "review/12"],
  ] as const) {
    const link = { type: "review", page } as const
    expect(readDeepLink(rest, null)).toEqual(link)
    expect(deepLinkPath(5, link)).toBe(`/plan/5/${rest}`)
    expect(readBoardAddress(new URL(boardAddress(5, link), "http://x").searchParams)).toEqual(link)
  }
  expect(readDeepLink("review/-1", "log")).toEqual({ type: "review", page: "open" })
})

test("an id is a positive safe integer", () => {
  expect(readId("15")).toBe(15)
  for (const text of [null, undefined, "", "0", "1.5", "1e3", "9".repeat(16)]) expect(readId(text)).toBeUndefined()
})

test("a menu opens the tab of its name, or the notes if the dialog has no such tab", () => {
  expect(dialogTabOf("card", "tasks")).toBe("tasks")
  expect(dialogTabOf("task", undefined)).toBe("main")
  expect(dialogTabOf("goal", "activity")).toBe("log")
  for (const menu of ["messages", "tasks", "no such"]) expect(dialogTabOf("task", menu)).toBe("notes")
})

test("a draft has neither notes nor log nor files", () => {
  expect(dialogTabs("card", true)).toEqual(["main", "tasks"])
  expect(dialogTabs("goal", true)).toEqual(["main"])
})

test("the board's address names the open dialog and parses back to it", () => {
  expect(boardAddress(5)).toBe("/board")
  for (const link of [{ type: "card", id: 7, menu: "log" } as const, { type: "task", id: 12 } as const]) {
    const address = boardAddress(5, link)
    expect(readBoardAddress(new URL(address, "http://x").searchParams)).toEqual(link)
  }
  expect(boardAddress(5, { type: "goal", id: 3 })).toBe("/board?planId=5&open=goals/3")
})

test("each section of the settings has an address; an unknown one opens the first page", () => {
  const people = { type: "settings", section: "people" } as const
  expect(deepLinkPath(5, people)).toBe("/plan/5/settings/people")
  expect(readDeepLink("settings/people", null)).toEqual(people)
  for (const rest of ["settings", "settings/", "settings/webhooks"])
    expect(readDeepLink(rest, null)).toEqual({ type: "settings" })
  expect(settingsOverPlans(5, undefined)).toBe("/?planId=5&open=settings")
  for (const address of [boardAddress(5, people), settingsOverPlans(5, "people")])
    expect(readBoardAddress(new URL(address, "http://x").searchParams)).toEqual(people)
})

test("a webhook's page has an address within Integrations, and no other section has one", () => {
  const link = { type: "settings", section: "integrations", webhook: 12 } as const
  expect(deepLinkPath(5, link)).toBe("/plan/5/settings/integrations/12")
  expect(settingsOverPlans(5, "integrations", 12)).toBe("/?planId=5&open=settings/integrations/12")
  for (const address of [boardAddress(5, link), settingsOverPlans(5, "integrations", 12)])
    expect(readBoardAddress(new URL(address, "http://x").searchParams)).toEqual(link)
  expect(readDeepLink("settings/people/12", null)).toEqual({ type: "settings", section: "people" })
  expect(readDeepLink("settings/integrations/x", null)).toEqual({ type: "settings", section: "integrations" })
})

test("a layout is in front of the filter in an address, and the board's is left out", () => {
  const query = (text: string) => new URLSearchParams(text)
  expect(["", "layout=week", "layout=calendar", "layout=list"].map((text) => readLayout(query(text)))).toEqual([
    ...["board", "week", "calendar", "board"],
  ])
  expect(withLayout("board", null)).toBeNull()
  expect(withLayout("board", "view=3")).toBe("view=3")
  expect(withFilter("/board", 7, withLayout("week", null))).toBe("/board?planId=7&layout=week")
  expect(withFilter("/board?planId=7&open=tasks/1", 7, withLayout("calendar", "view=3"))).toBe(
    "/board?planId=7&open=tasks/1&layout=calendar&view=3",
  )
})
