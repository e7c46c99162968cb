// openSupabase(databaseUrl): realtime and storage outside the app's process, with API keys like those of a Supabase project.
import { createHmac } from "node:crypto"
import fs from "node:fs"
import http from "node:http"
import type { AddressInfo } from "node:net"
import os from "node:os"
import path from "node:path"
import { getRequestListener } from "@hono/node-server"
import { clientEvents } from "~/contract/events"
import { createRealtimeGateway } from "../../../supabase/embedded/realtime.ts"
import { createStorage } from "../../../supabase/embedded/storage.ts"

const jwtSecret = "a secret of the project that is long enough to sign with"

const keyOf = (role: string) => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url")
  const now = Math.floor(Date.now() / 1_000)
  const body = `${encode({ alg: "HS256", typ: "JWT" })}.${encode({ role, iat: now, exp: now + 3_600 })}`
  return `${body}.${createHmac("sha256", jwtSecret).update(body).digest("base64url")}`
}

/** `env`: what an app needs to use it. */
export const openSupabase = async (databaseUrl: string) => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-supabase-"))
  const gateway = await createRealtimeGateway({ url: databaseUrl, jwtSecret, clientEvents })
  const storage = await createStorage({ directory, jwtSecret })
  const server = http.createServer(
    getRequestListener((request) =>
      (new URL(request.url).pathname.startsWith("/storage/") ? storage : gateway).handleRequest(request),
    ),
  )
  let upgrades = 0
  server.on("upgrade", (request, socket, head) => {
    upgrades++
    gateway.handleUpgrade(request, socket, head, "192.0.2.1")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    /** How many sockets were asked for. */
    upgrades: () => upgrades,
    env: {
      DATABASE_URL: databaseUrl,
      SUPABASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      SUPABASE_ANON_KEY: keyOf("anon"),
      SUPABASE_SERVICE_ROLE_KEY: keyOf("service_role"),
      SUPABASE_JWT_SECRET: jwtSecret,
    },
    close: async () => {
      await gateway.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
}
