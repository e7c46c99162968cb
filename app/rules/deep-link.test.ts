import { expect, test } from "vitest"
import { deepLinkPath, readDeepLink } from "./deep-link"

test("reads tasks, goals and actions with their menu", () => {
  expect(readDeepLink("/plan/5/tasks/12", null)).toEqual({ planId: 5, link: { type: "task", id: 12, menu: null } })
  expect(readDeepLink("/plan/5/goals/3/", "log")).toEqual({ planId: 5, link: { type: "goal", id: 3, menu: "log" } })
  expect(readDeepLink("/plan/5/actions/7", null)).toEqual({ planId: 5, link: { type: "card", id: 7, menu: null } })
})

test.each(["/plan/5", "/plan/5/", "/plan/5/tasks", "/plan/5/notes/4", "/plan/5/constructor/4"])(
  "%s names the plan alone",
  (path) => {
    expect(readDeepLink(path, null)).toEqual({ planId: 5, link: null })
  },
)

test.each(["/plan", "/plan/x", "/plan/0", "/plan/-1/tasks/2", "/board/5"])("%s is no deep link", (path) => {
  expect(readDeepLink(path, null)).toBeNull()
})

test("a path made from a link reads as that link", () => {
  const link = { type: "card", id: 7, menu: "a b&c" } as const
  const url = new URL(deepLinkPath(5, link), "http://x")
  expect(readDeepLink(url.pathname, url.searchParams.get("menu"))).toEqual({ planId: 5, link })
})
