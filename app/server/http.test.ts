// What every answer carries, wherever it is made: calls, pages, storage, health, files and faults.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import http from "node:http"
import net from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { version } from "~/contract/shared/version"
import { createHttpServer } from "./http"
import { kindOf } from "./request-kind"
import type { Settings } from "./settings"
import { readStaticFiles } from "./static-files"

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })

type Answer = { status: number; headers: http.IncomingHttpHeaders }
const get = (port: number, path: string, headers: Record<string, string> = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const request = http.get({ host: "127.0.0.1", port, path, headers, agent: false }, (answer) => {
      answer.resume().on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }))
    })
    request.on("error", reject)
  })

const start = async (publicUrl: string, more: Partial<Parameters<typeof createHttpServer>[0]> = {}) => {
  const directory = mkdtempSync(join(tmpdir(), "laneway-http-"))
  writeFileSync(join(directory, "robots.txt"), "User-agent: *\n")
  const supabase = { url: publicUrl, anonKey: null, serviceRoleKey: "", jwtSecret: "" }
  const settings = {
    publicUrl,
    hosted: false,
    supabase,
    trustedProxies: [],
    limits: { connections_per_address: 100 },
    mcp: { publicUrl: "ws://localhost:3001" },
  }
  const plain = async () => new Response("{}", { headers: { "content-type": "application/json" } })
  const server = createHttpServer({
    settings: settings as unknown as Settings,
    app: async () => ({
      api: plain,
      page: plain,
      pingDatabase: async () => {},
      pingRealtime: async () => {},
      pingStorage: async () => {},
      refuseWrongKey: async () => null,
      close: async () => {},
    }),
    gateway: null,
    storage: null,
    health: async () => ({ ready: true, parts: { database: "ok", realtime: "ok", storage: "ok" } }),
    files: readStaticFiles(directory),
    middleware: null,
    ...more,
  })
  const port = await freePort()
  await server.listen(port, "127.0.0.1")
  const close = async () => {
    await server.close()
    rmSync(directory, { recursive: true })
  }
  return { port, close }
}

test.each(["https://plan.example.org", "http://127.0.0.1:3000"])(
  "no answer's type is guessed, and https is remembered where it is used: %s",
  async (publicUrl) => {
    const { port, close } = await start(publicUrl)
    try {
      const paths = ["/api/Plan", "/board", "/realtime/v1/x", "/storage/v1/x", "/healthz", "/readyz", "/robots.txt"]
      const answers = await Promise.all(paths.map((path) => get(port, path)))
      answers.push(await get(port, "/api/Plan", { host: "[" }))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 200, 200, 200, 400])
      const secure = publicUrl.startsWith("https:") ? "max-age=31536000" : undefined
      for (const { headers } of answers)
        expect([headers["x-content-type-options"], headers["strict-transport-security"]]).toEqual(["nosniff", secure])
    } finally {
      await close()
    }
  },
)

test("an address under /.well-known is a call's, since a page's would lead to My Plans", () => {
  expect(kindOf("/.well-known/openid-configuration")).toBe("api")
  expect(kindOf("/well-known")).toBe("page")
})

test("health says the version", async () => {
  const { port, close } = await start("http://127.0.0.1:3000")
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect(await answer.json()).toEqual({ status: "ok", version })
  } finally {
    await close()
  }
})

test("while the event loop is behind, calls and pages are told when to come back, and health and signing in are answered", async () => {
  let isBehind = true
  const { port, close } = await start("http://127.0.0.1:3000", {
    pressure: { isBehind: () => isBehind, stop: () => {} },
  })
  try {
    for (const path of ["/api/Plan", "/board", "/api/AccountX", "/storage/v1/x"]) {
      const { status, headers } = await get(port, path)
      expect([path, status, headers["retry-after"]]).toEqual([path, 503, "2"])
    }
    for (const path of ["/healthz", "/readyz", "/login", "/MagicLink", "/api/Account/MagicLink?token=x", "/robots.txt"])
      expect([path, (await get(port, path)).status]).toEqual([path, 200])
    isBehind = false
    expect((await get(port, "/api/Plan")).status).toBe(200)
  } finally {
    await close()
  }
})
