import { expect, test } from "vitest"
import { notificationLink } from "./notification-link"

const nothing = { taskId: null, itemId: null, goalId: null }

test("a task's and an action's notification open its notes, a goal's its activity", () => {
  expect(notificationLink({ ...nothing, kind: "comment", taskId: 3 })).toEqual({ type: "task", id: 3, menu: "notes" })
  expect(notificationLink({ ...nothing, kind: "mention", itemId: 3 })).toEqual({ type: "card", id: 3, menu: "notes" })
  expect(notificationLink({ ...nothing, kind: "comment", goalId: 3 })).toEqual({
    type: "goal",
    id: 3,
    menu: "activity",
  })
})

test("others open what they are about in the plan's settings", () => {
  expect(notificationLink({ ...nothing, kind: "accepted" })).toEqual({ type: "settings", section: "people" })
  expect(notificationLink({ ...nothing, kind: "transferred" })).toEqual({ type: "settings", section: "plan" })
  expect(notificationLink({ ...nothing, kind: "imported" })).toBeUndefined()
})
