// Copies within storage that runs elsewhere: what is sent, and what Supabase's answers mean.
import http from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { copyObject, objectStream, openStorage, putObject } from "~/outside/storage.server"
import { type ClonedDatabase, cloneDatabase } from "../support/database/database.ts"
import { openSupabase } from "../support/product/gateway-process.ts"

let database: ClonedDatabase
let supabase: Awaited<ReturnType<typeof openSupabase>>
beforeAll(async () => {
  database = await cloneDatabase()
  supabase = await openSupabase(database.url)
})
afterAll(async () => {
  await supabase.close()
  await database.drop()
})

const outcomeOf = (copy: Promise<boolean>) => copy.catch((thrown) => `refused with ${thrown.problem.status}`)

test("an object is copied over the network, with its type; one that is not there is none", async () => {
  const logged: object[] = []
  const { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey } = supabase.env
  openStorage({ url, serviceRoleKey, warn: (_message, fields) => logged.push(fields) })
  await putObject("7/original", new TextEncoder().encode("A picture"), "image/webp")
  expect(await copyObject("7/original", "8/copy")).toBe(true)
  expect(await new Response(await objectStream("8/copy")).text()).toBe("A picture")
  expect(await copyObject("7/never", "8/another")).toBe(false)
  expect([await objectStream("8/another"), logged]).toEqual([undefined, []])
  // The new keys are random: one that is taken is a fault.
  expect(await outcomeOf(copyObject("7/original", "8/copy"))).toBe("refused with 503")
  expect(logged).toMatchObject([{ during: "copy", status: "409" }])
})

test.each<[string, Record<string, string>]>([
  ["a signed key", { apikey: "eyJ.e30.c2ln", authorization: "Bearer eyJ.e30.c2ln" }],
  ["a secret key", { apikey: "sb_secret_a-b" }],
])("with %s the call is as Supabase documents it, and each of its answers is understood", async (_, sent) => {
  const seen: { line: string; headers: http.IncomingHttpHeaders; body: unknown }[] = []
  const answers: (readonly [status: number, body: string] | "hang up")[] = [
    [200, JSON.stringify({ Id: "0b1c", Key: "plan-files/8/copy" })],
    [400, JSON.stringify({ statusCode: "404", error: "not_found", message: "Object not found" })],
    [404, JSON.stringify({ statusCode: "404", error: "not_found", message: "Object not found" })],
    [400, JSON.stringify({ statusCode: "403", error: "Unauthorized", message: "new row violates row-level security" })],
    [413, JSON.stringify({ statusCode: "413", error: "Payload too large", message: "The object exceeded the size" })],
    [502, "<html>Bad gateway</html>"],
    "hang up",
  ]
  const server = http.createServer(async (request, response) => {
    const body: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString())
    seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body })
    const answer = answers[seen.length - 1]
    if (!answer || answer === "hang up") return request.socket.destroy()
    response.writeHead(answer[0], { "content-type": "application/json" }).end(answer[1])
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  openStorage({ url, serviceRoleKey: sent.apikey as string })
  const outcomes = []
  for (const _ of answers) outcomes.push(await outcomeOf(copyObject("7/original", "8/copy")))
  server.close()
  const fault = "refused with 503"
  expect(outcomes).toEqual([true, false, false, fault, fault, fault, fault])
  expect(seen.every(({ line }) => line === "POST /storage/v1/object/copy")).toBe(true)
  expect(seen[0]?.body).toEqual({ bucketId: "plan-files", sourceKey: "7/original", destinationKey: "8/copy" })
  const { apikey, authorization } = seen[0]?.headers ?? {}
  expect({ apikey, ...(authorization && { authorization }) }).toEqual(sent)
})
