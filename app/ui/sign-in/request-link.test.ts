import { expect, test } from "vitest"
import { serverMessage } from "./request-link"

test("looks for the message in this order: string, message, error, first of errors, title", () => {
  const all = { message: "m", error: "e", errors: [{ path: "email", message: "first" }], title: "t" }
  expect(serverMessage("plain")).toBe("plain")
  expect(serverMessage(all)).toBe("m")
  expect(serverMessage({ ...all, message: "" })).toBe("e")
  expect(serverMessage({ ...all, message: null, error: " " })).toBe("first")
  expect(serverMessage({ errors: ["text", "other"], title: "t" })).toBe("text")
  expect(serverMessage({ errors: [], title: "t" })).toBe("t")
})

test.each([undefined, null, "", 7, {}, { errors: [null] }, { message: 4 }])("%j has no message", (body) => {
  expect(serverMessage(body)).toBeUndefined()
})
