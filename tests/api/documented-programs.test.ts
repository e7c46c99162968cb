// The programs of docs/api.md do what it says: in curl, JavaScript and Python, against the API over HTTP.
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { getRequestListener } from "@hono/node-server"
import { afterAll, beforeAll, expect, test } from "vitest"
import { taskCalls } from "~/contract/task"
import { webhookCalls } from "~/contract/webhook"
import { type Api, type Caller, openApi } from "../support/api/api.ts"
import { documentedProgram } from "../support/documented.ts"
import { openReceiver, type Receiver } from "../support/services/receiver.ts"

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), "laneway-programs-"))

let api: Api
let ada: Caller
let receiver: Receiver
const server = createServer(
  getRequestListener((request) => api.dispatch(request, { ip: "127.0.0.1" }), { overrideGlobalObjects: false }),
)
beforeAll(async () => {
  api = await openApi()
  ada = await api.person()
  receiver = await openReceiver()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
  await receiver.close()
  await api.close()
})

/** Each program's way to say "genuine" or "forged" of deliveries, as its last lines. */
const checks = {
  curl: {
    language: "sh",
    command: "sh",
    file: "program.sh",
    last: (each: string[]) => `is_genuine ${each.map((word) => `'${word}'`).join(" ")} && echo genuine || echo forged`,
  },
  JavaScript: {
    language: "js",
    command: process.execPath,
    file: "program.mjs",
    last: ([id, time, signature, body]: string[]) => {
      const headers = { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature }
      return `console.log(isGenuine(${JSON.stringify(body)}, ${JSON.stringify(headers)}) ? "genuine" : "forged")`
    },
  },
  Python: {
    language: "python",
    command: "python3",
    file: "program.py",
    last: ([id, time, signature, body]: string[]) => {
      const headers = { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": signature }
      return `print("genuine" if is_genuine(${JSON.stringify(body)}.encode(), ${JSON.stringify(headers)}) else "forged")`
    },
  },
} as const

const isThere = async (command: string, ...args: string[]) =>
  run(command, args).then(
    () => true,
    () => false,
  )

test.for(["curl", "JavaScript", "Python"] as const)(
  "a board is read, a card added and moved, the log followed and a delivery checked in %s",
  async (name, { skip }) => {
    const { language, command, file, last } = checks[name]
    if (name === "Python") {
      const recent = "import sys; sys.exit(sys.version_info < (3, 9))"
      if (!(await isThere(command, "-c", recent))) skip("There is no Python 3.9 here.")
    }
    const { plan, item } = await api.filled(ada)
    const planId = plan.id
    const created = await api.send(webhookCalls.create, { planId, name: "Ops", url: receiver.url }, { as: ada })
    const { secret, id: webhook } = created.body
    receiver.received.length = 0
    await api.send(webhookCalls.test, { planId, id: webhook }, { as: ada })
    const [sent] = receiver.received
    if (!sent) throw new Error("Nothing was sent.")
    const { body, headers } = sent
    const genuine = [...["id", "timestamp", "signature"].map((part) => headers[`webhook-${part}`] ?? ""), body]
    const [id = "", time = "", signature = ""] = genuine
    const earlier = String(Number(time) - 301)
    const deliveries = [
      genuine,
      [id, time, `v1,AAAA ${signature}`, body],
      [id, time, signature, `${body} `],
      [`${id}x`, time, signature, body],
      [id, earlier, signature, body],
      [id, time, "v1,AAAA", body],
    ]
    writeFileSync(join(folder, file), [documentedProgram(name, language), ...deliveries.map(last)].join("\n"))
    const { port } = server.address() as AddressInfo
    const { stdout } = await run(command, [join(folder, file)], {
      env: {
        ...process.env,
        LANEWAY_URL: `http://127.0.0.1:${port}`,
        LANEWAY_KEY: await api.key(planId),
        PLAN_ID: String(planId),
        ACTION_ID: String(item.id),
        LANEWAY_WEBHOOK_SECRET: secret,
      },
    })
    const tasks = (await api.send(taskCalls.list, { planId }, { as: ada })).body
    expect(tasks).toHaveLength(2)
    expect(tasks.find(({ description }) => description === "Permit")).toMatchObject({
      ...{ itemId: item.id, type: 1, dueDate: "2026-12-15T00:00:00.000Z" },
    })
    expect(stdout).toMatch(
      name === "curl" ? /"op":"update"[\s\S]*"after":\{"type":1,/ : /Integration update task \d+ \{"type": ?1,/,
    )
    expect(stdout.match(/genuine|forged/g)).toEqual(["genuine", "genuine", ...Array(4).fill("forged")])
  },
)

test("a refusal ends the programs with the problem's sentence", async () => {
  const { plan, item } = await api.filled(ada)
  const { port } = server.address() as AddressInfo
  for (const name of ["curl", "JavaScript", "Python"] as const) {
    const { language, command, file } = checks[name]
    if (name === "Python" && !(await isThere(command, "--version"))) continue
    writeFileSync(join(folder, file), documentedProgram(name, language))
    const env = {
      ...process.env,
      ...{ LANEWAY_URL: `http://127.0.0.1:${port}`, LANEWAY_KEY: "wrong", LANEWAY_WEBHOOK_SECRET: "whsec_AAAA" },
      ...{ PLAN_ID: String(plan.id), ACTION_ID: String(item.id) },
    }
    const { stdout, stderr } = await run(command, [join(folder, file)], { env }).catch(
      (failed: { stdout: string; stderr: string }) => failed,
    )
    expect(`${stdout}${stderr}`, name).toMatch(/401/)
  }
  expect((await api.send(taskCalls.list, { planId: plan.id }, { as: ada })).body).toHaveLength(1)
})
