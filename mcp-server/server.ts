// createMcpServer(): one port for WebSocket and Streamable HTTP at /mcp, and /healthz.
import { randomUUID } from "node:crypto"
import http, { type IncomingMessage, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { WebSocketServer } from "ws"
import { countCall, countFor } from "~/api/rate-limit.server"
import { isRefusal } from "~/contract/problem"
import { type Holding, holding } from "~/domain/limits/held.server"
import { createVisitors } from "~/server/client-address"
import { connectionsOf } from "~/server/connections"
import type { Log } from "~/server/log"
import { gauge, observe } from "~/server/metrics"
import { operate } from "~/server/operate"
import { pressureOn } from "~/server/pressure"
import type { Settings } from "~/server/settings"
import { readMessages, unclaimed } from "./body"
import { noteCalls } from "./called"
import { type Caller, callerOf } from "./caller"
import { addressOf, challengeOf, credentialIn, descriptionOf, guard, type Refused, resourcePath } from "./entrance"
import { askedProof, proofOf } from "./proof"
import { serveCaller } from "./protocol"
import { clientOf, isInitialize, runningRequests } from "./running-requests"
import { socketTransport } from "./socket-transport"
import { answerAlone, isAlone } from "./stateless"
import { holdUnfinished } from "./unfinished-frames"

/** Of a frame and of a body: a request to the assistant, or a plan note. */
const messageBytes = 4 * 1_048_576
/** Of messages in one body. */
const batchAtMost = 100
/** Sockets by all keys of a person's plans, as a multiple of those by one. */
const keysOfOnePerson = 3
/** How often sockets are checked for their session or key, and for life. */
const checkMs = 2_000
const pingMs = 30_000

const busy: Refused = { status: 503, message: "The server is overloaded. Please try again in a moment." }
type Admitted = { caller: Caller; readOnly: boolean }
type Open = { caller: Caller; address: string; end: (code: number, reason: string) => void; ping: () => void }

export type McpServer = { listen: (port: number, host: string) => Promise<void>; close: () => Promise<void> }

export const createMcpServer = (settings: Settings, log: Log, pressure = pressureOn(settings)): McpServer => {
  const visitorOf = createVisitors(settings.trustedProxies, (message, fields) => log("warn", message, fields))
  const mayCome = guard(settings)
  const sockets = new Set<Open>()
  const upgrader = new WebSocketServer({
    noServer: true,
    maxPayload: messageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has("mcp") ? "mcp" : false),
  })

  const admit = async (request: IncomingMessage, isSocket: boolean): Promise<Admitted | Refused> => {
    const url = addressOf(request)
    if (url?.pathname !== "/mcp") return { status: 404, message: "Agents connect at /mcp." }
    const refused = mayCome(request)
    if (refused) return refused
    const given = (isSocket ? url.searchParams.get("token") : null) ?? credentialIn(request)
    try {
      const caller = await callerOf(given, visitorOf(request).address, isSocket)
      const readOnly = url.searchParams.has("readonly")
      if (caller) return (await refusalOf(caller)) ?? { caller, readOnly }
    } catch (thrown) {
      if (isRefusal(thrown)) return { status: 429, message: thrown.problem.message }
      log("error", "an agent could not be identified", { error: thrown })
      return { status: 503, message: "The database does not answer. Please try again." }
    }
    return {
      status: 401,
      message: isSocket
        ? "Connect with a fresh ticket, an access token or a plan's API key."
        : "Send an access token, or a plan's API key.",
      challenge: challengeOf(settings, given !== ""),
    }
  }

  const running = runningRequests()
  const onCalled = noteCalls(log)

  const servingOf = ({ caller, readOnly }: Admitted) => ({
    caller,
    readOnly,
    onUnexpected: (error: unknown, tool: string) => log("error", "a tool failed", { tool, error }),
    onCalled,
  })

  const server = http.createServer({ connectionsCheckingInterval: 1_000 }, (request, response) => {
    const began = performance.now()
    response.setHeader("x-content-type-options", "nosniff")
    response.setHeader("cache-control", "no-store")
    const path = addressOf(request)?.pathname ?? ""
    const { address, isLocal } = visitorOf(request)
    const isOperators = path === "/healthz" || path === "/metrics"
    response.once("close", () => {
      const seconds = (performance.now() - began) / 1_000
      observe(isOperators ? "health" : "agent", request.method ?? "", response.statusCode, seconds)
    })
    if (!connections.mayRun(address, response)) {
      return refuse(response, { status: 429, message: "Too many requests at once come from your address." })
    }
    if (isOperators) return void operate(path, request, response, { isLocal, metricsToken: settings.metricsToken })
    if (pressure.isBehind()) return refuse(response, busy)
    answer(request, response).catch((error: unknown) => {
      // The client has left before it had sent all.
      if (request.errored === error) return
      log("error", "an agent's request failed", { error })
      if (!response.headersSent) refuse(response, { status: 503, message: "Something went wrong on our side." })
      else response.destroy()
    })
  })

  /** Whether the request only asks for a proof. */
  const prove = async (request: IncomingMessage, response: ServerResponse) => {
    const url = addressOf(request)
    const asked = url?.pathname === "/mcp" && request.method === "GET" ? askedProof(url) : undefined
    if (!asked) return false
    const by = `ip ${visitorOf(request).address}`
    const refused = mayCome(request) ?? (await refusalOf({ counted: { by } }))
    const proof = refused ? undefined : await proofOf(asked, settings)
    if (proof) sendJson(response, 200, { proof })
    else refuse(response, refused ?? (await unknownKey(by)))
    return true
  }

  /** Whether the request only asks what the server is (RFC 9728). */
  const say = (request: IncomingMessage, response: ServerResponse) => {
    const path = addressOf(request)?.pathname ?? ""
    if (path !== resourcePath && path !== `${resourcePath}/mcp`) return false
    const refused = mayCome(request)
    if (refused) refuse(response, refused)
    else if (request.method === "GET" || request.method === "HEAD") sendJson(response, 200, descriptionOf(settings))
    else response.writeHead(405, { allow: "GET, HEAD" }).end()
    return true
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (await prove(request, response)) return
    if (say(request, response)) return
    const admitted = await admit(request, false)
    if ("status" in admitted) return refuse(response, admitted)
    if (request.method !== "POST") {
      response.setHeader("allow", "POST")
      return sendJson(response, 405, rpcError(-32_000, "Send messages by POST; there is no stream to listen to."))
    }
    const { counted } = admitted.caller
    const hold = holding("bodies", counted.all ?? counted.by)
    response.once("close", hold.release)
    const body = await readWithin(request, hold)
    if (body && "status" in body) return refuse(response, body)
    if (!body) return sendJson(response, 413, rpcError(-32_000, "A body has at most 4 MiB."))
    if (body.fault) return sendJson(response, 400, rpcError(-32_600, body.fault))
    if (body.json === undefined) return sendJson(response, 400, rpcError(-32_700, "The body is not JSON."))
    if (body.count > batchAtMost) {
      return sendJson(response, 400, rpcError(-32_600, `A batch has at most ${batchAtMost} messages.`))
    }
    // The first was counted on admission.
    for (let n = 1; n < body.count; n++) {
      const tooMany = await refusalOf(admitted.caller)
      if (tooMany) return refuse(response, tooMany)
    }
    if (isAlone(request, body.json)) return answerAlone(servingOf(admitted), request, response, body.json)
    const client = clientOf(admitted.caller.name, request)
    running.cancel(client, body.json)
    // Without sessions: no state is stored between the requests of a client. The id only distinguishes clients.
    const transport = new StreamableHTTPServerTransport({})
    if (isInitialize(body.json)) response.setHeader("mcp-session-id", randomUUID())
    const own = serveCaller(servingOf(admitted))
    const forget = running.add(client, body.json, {
      cancel: (requestId) =>
        transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } }),
      end: () => void own.close(),
    })
    response.once("close", () => {
      forget()
      void own.close()
    })
    await own.connect(transport as Transport)
    await transport.handleRequest(request, response, body.json)
  }

  const connections = connectionsOf(server, settings)

  gauge("laneway_agent_connections", "Open WebSockets of agents.", () => sockets.size)

  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => {})
    const { address } = visitorOf(request)
    if (pressure.isBehind()) return refuseUpgrade(socket, busy)
    void admit(request, true).then((admitted) => {
      if ("status" in admitted) return refuseUpgrade(socket, admitted)
      const { caller } = admitted
      const { limits } = settings
      const count = (by: (open: Open) => boolean) => [...sockets].filter(by).length
      if (
        sockets.size >= limits.sockets ||
        count((open) => open.caller.name === caller.name) >= limits.sockets_per_person ||
        count((open) => open.caller.counted.all === caller.counted.all) >=
          limits.sockets_per_person * keysOfOnePerson ||
        count((open) => open.address === address) >= limits.sockets_per_address
      ) {
        return refuseUpgrade(socket, { status: 429, message: "Too many connections: close one first." })
      }
      upgrader.handleUpgrade(request, socket, head, (ws) => {
        let alive = true
        const open: Open = {
          caller,
          address,
          end: (code, reason) => ws.close(code, reason),
          ping: () => {
            if (!alive) return ws.terminate()
            alive = false
            ws.ping()
          },
        }
        sockets.add(open)
        ws.on("pong", () => {
          alive = true
        })
        ws.once("close", () => sockets.delete(open))
        holdUnfinished(ws, socket, holding("bodies", caller.counted.all ?? caller.counted.by), unclaimed)
        const protocol = serveCaller(servingOf(admitted))
        protocol.onerror = (error) => log("debug", "an agent's message failed", { error: error.message })
        void protocol.connect(socketTransport(ws, () => countFor(caller.counted)))
      })
    })
  })

  const checks = setInterval(() => {
    for (const { caller, end } of sockets) {
      caller.identity().then(
        (identity) => identity ?? end(1008, caller.ended),
        () => {},
      )
    }
  }, checkMs).unref()
  const pings = setInterval(() => {
    for (const { ping } of sockets) ping()
  }, pingMs).unref()

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once("error", (error: NodeJS.ErrnoException) => reject(listenFault(error, port, host)))
        server.listen(port, host, resolve)
      }),
    close: async () => {
      pressure.stop()
      clearInterval(checks)
      clearInterval(pings)
      connections.stop()
      for (const { end } of sockets) end(1001, "The server is stopping.")
      server.close()
      server.closeAllConnections()
      for (const ws of upgrader.clients) ws.terminate()
    },
  }
}

/** Counts a key that no plan has, as one that is sent. */
const unknownKey = async (by: string): Promise<Refused> => {
  try {
    await countCall(by, "wrongKey")
    return { status: 401, message: "No plan has this key here." }
  } catch (thrown) {
    if (isRefusal(thrown)) return { status: 429, message: thrown.problem.message }
    throw thrown
  }
}

/** Counts a message of the caller. */
const refusalOf = async ({ counted }: Pick<Caller, "counted">): Promise<Refused | undefined> => {
  try {
    await countFor(counted)
    return undefined
  } catch (thrown) {
    if (isRefusal(thrown)) return { status: 429, message: thrown.problem.message }
    throw thrown
  }
}

/** The body's messages, or what refuses them while the caller or everybody has too many in memory. */
const readWithin = async (request: IncomingMessage, hold: Holding) => {
  try {
    return await readMessages(request, messageBytes, hold)
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    const { status, message } = thrown.problem
    return { status: status === 429 ? 429 : 503, message } satisfies Refused
  }
}

const rpcError = (code: number, message: string) => ({ jsonrpc: "2.0", error: { code, message }, id: null })

const sendJson = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(JSON.stringify(body))
}

const plainChallenge = 'Bearer realm="Laneway"'

const refuse = (response: ServerResponse, { status, message, challenge = plainChallenge }: Refused) => {
  if (status === 401) response.setHeader("www-authenticate", challenge)
  if (status === 429 || status === 503) response.setHeader("retry-after", "2")
  sendJson(response, status, rpcError(-32_000, message))
}

const refuseUpgrade = (socket: Duplex, { status, message, challenge = plainChallenge }: Refused) => {
  const body = JSON.stringify(rpcError(-32_000, message))
  const lines = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 401 ? [`WWW-Authenticate: ${challenge}`] : []),
    "",
    body,
  ]
  socket.end(lines.join("\r\n"), () => socket.destroy())
}

const listenFault = (error: NodeJS.ErrnoException, port: number, host: string) =>
  error.code === "EADDRINUSE"
    ? new Error(`Another program listens on ${host}:${port}: end it, or set MCP_PORT.`)
    : error
