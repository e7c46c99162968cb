// createHttpServer(parts): one port for pages, API, realtime, storage, static files and the operator's endpoints.
import { randomBytes } from "node:crypto"
import http, { type IncomingMessage, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { getRequestListener, RequestError } from "@hono/node-server"
import { type Problem, problem } from "~/contract/problem"
import type { RealtimeGateway } from "../../supabase/embedded/realtime"
import type { EmbeddedStorage } from "../../supabase/embedded/storage"
import type { App } from "./app"
import { createVisitors } from "./client-address"
import { connectionsOf } from "./connections"
import type { Health } from "./health"
import { log } from "./log"
import { observe } from "./metrics"
import { operate } from "./operate"
import { createPageAnswers } from "./page-answers"
import { type Pressure, pressureOn } from "./pressure"
import { busy, isEssential, kindOf } from "./request-kind"
import type { Settings } from "./settings"
import { type StaticFiles, sendStaticFile } from "./static-files"

export type DevMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

type Parts = {
  settings: Settings
  app: () => Promise<App>
  gateway: RealtimeGateway | null
  storage: EmbeddedStorage | null
  health: Health["check"]
  files: StaticFiles
  middleware: DevMiddleware | null
  pressure?: Pressure
}

export type HttpServer = { listen: (port: number, host: string) => Promise<void>; close: () => Promise<void> }

/** Names the request in logs; a person can quote it. */
const requestIdName = "x-request-id"

/** How long running requests may take to finish at shutdown. */
const DRAIN_MS = 1_000

export const createHttpServer = (parts: Parts): HttpServer => {
  const { settings, app, gateway, storage, files, middleware } = parts
  const answerPage = createPageAnswers(settings, middleware !== null)
  const isSecure = settings.publicUrl.startsWith("https:")
  const pressure = parts.pressure ?? pressureOn(settings)
  const visitorOf = createVisitors(settings.trustedProxies, (message, fields) => log("warn", message, fields))
  const firstId = randomBytes(6).toString("hex")
  let requests = 0
  let running = 0

  const answer = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const visitor = visitorOf(incoming as IncomingMessage)
      const kind = kindOf(pathOf(incoming as IncomingMessage))
      if (kind === "api")
        return (await app()).api(request, { ip: visitor.address, requestId: String(outgoing.getHeader(requestIdName)) })
      if (kind === "realtime" || kind === "storage") {
        const service = kind === "realtime" ? gateway : storage
        if (!service) return notFound()
        let forged = false
        const answer = await service.handleRequest(request, () => {
          forged = true
        })
        return (forged && (await (await app()).refuseWrongKey(visitor.address))) || answer
      }
      return answerPage(await app(), request, visitor)
    },
    {
      errorHandler: (error) => {
        if (error instanceof RequestError)
          return new Response("The address or the Host header is malformed.", { status: 400 })
        log("error", "a request failed", { error })
        return new Response("Something went wrong on our side. Please try again.", { status: 500 })
      },
    },
  )

  const server = http.createServer({ connectionsCheckingInterval: 1_000 }, (request, response) => {
    const path = pathOf(request)
    const file = request.method === "GET" || request.method === "HEAD" ? files.get(decoded(path)) : undefined
    const kind = file ? "file" : kindOf(path)
    const began = performance.now()
    const requestId = `${firstId}-${(requests++).toString(36)}`
    response.setHeader(requestIdName, requestId)
    running++
    response.once("close", () => {
      running--
      const seconds = (performance.now() - began) / 1000
      observe(kind, request.method ?? "", response.statusCode, seconds)
      log("debug", "request", { requestId, kind, method: request.method, path, status: response.statusCode, seconds })
    })
    response.setHeader("x-content-type-options", "nosniff")
    if (isSecure) response.setHeader("strict-transport-security", "max-age=31536000")
    if (!connections.mayRun(visitorOf(request).address, response)) return refuseMany(request, response)
    if (pressure.isBehind() && !isEssential(kind, path)) return refuseBusy(request, response)
    if (file) return sendStaticFile(request, response, file)
    if (kind === "health") {
      const { isLocal } = visitorOf(request)
      return void operate(path, request, response, {
        health: parts.health,
        isLocal,
        metricsToken: settings.metricsToken,
      })
    }
    if (kind !== "page" || !middleware) return void answer(request, response)
    middleware(request, response, (error) => {
      if (error) log("error", "a module failed", { error })
      void answer(request, response)
    })
  })

  const connections = connectionsOf(server, settings)

  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => {})
    if (kindOf(pathOf(request)) !== "realtime" || !gateway) return refuseUpgrade(socket, "404 Not Found")
    const { address } = visitorOf(request)
    gateway.handleUpgrade(request, socket, head, address, () => {
      app()
        .then(({ refuseWrongKey }) => refuseWrongKey(address))
        .then(
          (tooMany) => refuseUpgrade(socket, tooMany ? "429 Too Many Requests" : "401 Unauthorized"),
          () => refuseUpgrade(socket, "503 Service Unavailable"),
        )
    })
  })

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once("error", (error: NodeJS.ErrnoException) => reject(listenFault(error, port, host)))
        server.listen(port, host, resolve)
      }),
    close: async () => {
      pressure.stop()
      connections.stop()
      server.close()
      const until = Date.now() + DRAIN_MS
      while (running > 0 && Date.now() < until) {
        server.closeIdleConnections()
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      server.closeAllConnections()
    },
  }
}

const refuseUpgrade = (socket: Duplex, status: string) => {
  // Once it has been upgraded, nothing else closes a socket whose client leaves its half open.
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy())
}

const notFound = () => new Response("Not Found", { status: 404 })

const listenFault = (error: NodeJS.ErrnoException, port: number, host: string) => {
  if (error.code === "EADDRINUSE") return new Error(`Another program listens on ${host}:${port}: end it, or set PORT.`)
  if (error.code === "EADDRNOTAVAIL") return new Error(`HOST ${host} is not an address of this machine.`)
  if (error.code === "EACCES") return new Error(`This user may not listen on port ${port}: set PORT to 1024 or more.`)
  return error
}

/** The path of a request's target, which may be an absolute URL. */
const pathOf = ({ url = "/" }: IncomingMessage): string => {
  const target = url.startsWith("/") ? url : url.replace(/^[a-z]+:\/\/[^/]*/i, "")
  return target.split("?", 1)[0] || "/"
}

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const refuseBusy = (request: IncomingMessage, response: ServerResponse) => refuseAtOnce(request, response, busy)

const many = problem(429, "Too many requests at once come from your address. Please wait a moment.", { retryAfter: 2 })
const refuseMany = (request: IncomingMessage, response: ServerResponse) => refuseAtOnce(request, response, many)

const refuseAtOnce = (request: IncomingMessage, response: ServerResponse, body: Problem) => {
  response.writeHead(body.status, {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "retry-after": "2",
    connection: "close",
  })
  response.end(JSON.stringify(body))
  request.resume()
}
