import { beforeAll, expect, test } from "vitest"
import { openOrigin } from "./origin.server"
import { formsOf, pageRequest } from "./page-request.server"

const action = () => null
const hasForm = formsOf([
  { module: {} },
  { path: "login", module: { action } },
  { path: "public/:token", module: { action } },
  { path: "share", module: { action } },
  { path: "board", module: {} },
  { path: "api/*", module: { action } },
])
const own = "https://plans.example.org"

beforeAll(() => openOrigin(own))

type Sent = { method?: string; headers?: Record<string, string>; body?: BodyInit }
/** As a proxy forwards it that rewrites Host. */
const ask = (
  path: string,
  { method = "POST", headers = {}, body = new URLSearchParams({ email: "a" }) }: Sent = {},
) => {
  const request = new Request(`http://10.0.0.1:3000${path}`, {
    method: method === "TRACE" ? "POST" : method,
    headers: { host: "10.0.0.1:3000", ...headers },
    ...(method === "GET" ? {} : { body }),
  })
  if (method === "TRACE") Object.defineProperty(request, "method", { value: "TRACE" })
  return pageRequest(request, hasForm)
}
const refused = async (path: string, sent: Sent = {}) => {
  const answer = await ask(path, sent)
  if (!(answer instanceof Response)) return "taken"
  expect(answer.headers.get("content-type")).toBe("application/problem+json")
  expect(await answer.json()).toMatchObject({ status: answer.status, message: expect.stringMatching(/\.$/) })
  return [answer.status, answer.headers.get("allow")]
}

test("a page without a form takes no post, and no page another method", async () => {
  for (const path of [
    "/",
    "/board",
    "/board?planId=1",
    "/board.data",
    "/_root.data",
    "/nowhere",
    "/__manifest",
    "/login/x",
  ])
    expect([path, await refused(path)]).toEqual([path, [405, "GET, HEAD"]])
  for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]) {
    expect([method, await refused("/", { method })]).toEqual([method, [405, "GET, HEAD"]])
    expect([method, await refused("/login", { method })]).toEqual([method, [405, "GET, HEAD, POST"]])
  }
  expect(await refused("/board", { method: "GET" })).toBe("taken")
  expect(await refused("/?_data=routes%2F_index", { method: "GET" })).toEqual([404, null])
})

test("a form posted by this product's page is taken, whatever Host the proxy has made of it", async () => {
  for (const path of [
    "/login",
    "/LOGIN/",
    "/login?returnUrl=%2F",
    "/login.data",
    "/public/a-token",
    "/public/a-token.data",
  ]) {
    const taken = await ask(path, { headers: { origin: own, "x-forwarded-host": "inner:3000" } })
    if (taken instanceof Response) throw new Error(`${path}: ${taken.status}`)
    // Remix compares it with the Host.
    expect(taken.headers.get("origin")).toBe(null)
    expect((await taken.formData()).get("email")).toBe("a")
  }
})

test("another site's form is refused; one of the browser itself or of a program is not", async () => {
  const from = (headers: Record<string, string>) => refused("/share", { headers })
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://10.0.0.1:3000" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  ])
    expect([headers, await from(headers as Record<string, string>)]).toEqual([headers, [403, null]])
  for (const headers of [
    {},
    { origin: "null", "sec-fetch-site": "none" },
    { origin: own, "sec-fetch-site": "same-origin" },
  ])
    expect([headers, await from(headers as Record<string, string>)]).toEqual([headers, "taken"])
})

test("a body that is no form is refused before a route reads it", async () => {
  const post = (type: string, body: string) => refused("/login", { headers: { "content-type": type }, body })
  expect(await post("application/json", "{}")).toEqual([415, null])
  expect(await post("text/plain", "email=a")).toEqual([415, null])
  expect(await post("multipart/form-data; boundary=x", "--y")).toEqual([400, null])
  expect(await post("multipart/form-data", "--y")).toEqual([400, null])
})
