import { expect, test } from "vitest"
import { isFile } from "./stored-file"

const answer = (type: string | null, status = 200) =>
  new Response("…", { status, headers: type === null ? {} : { "content-type": type } })

test("scripts, styles and fonts are stored; errors and a portal's page are not", () => {
  for (const type of ["text/javascript; charset=utf-8", "text/css", "font/woff2", "image/svg+xml"])
    expect(isFile(answer(type)), type).toBe(true)
  expect(isFile(answer("text/html"))).toBe(false)
  expect(isFile(answer("Text/HTML; charset=utf-8"))).toBe(false)
  expect(isFile(answer("text/javascript", 404))).toBe(false)
})
