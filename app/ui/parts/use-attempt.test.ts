import { expect, test } from "vitest"
import { unexplained } from "~/client/api"
import { problem, refusal } from "~/contract/problem"
import { messageOf } from "./use-attempt"

test("shows the server's message, or else the name of the failed action", () => {
  expect(messageOf(refusal(400, "Choose another name."), "Failed to add user.")).toBe("Choose another name.")
  expect(messageOf(Object.assign(new Error(), { problem: problem(502, unexplained) }), "Failed to add user.")).toBe(
    "Failed to add user.",
  )
  expect(messageOf(new Error("x is undefined"), "Failed to add user.")).toBe("Failed to add user.")
})
