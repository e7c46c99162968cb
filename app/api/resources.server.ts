// serveApi(): every call of the contract over HTTP, and the documents about them.

import { contract } from "~/contract"
import type { Call } from "~/contract/call"
import { type Handler, handlers } from "~/domain/core/handlers.server"
import { countRefusal } from "~/domain/limits/refusals.server"
import { accountRaw, authRaw } from "./account-raw.server"
import { aiRaw } from "./ai.server"
import { withoutCache } from "./answer.server"
import { serveBoard, serveCards, servePublicBoard } from "./board.server"
import { docsPage, serveDocument } from "./docs-page.server"
import { isFeedPath, serveFeed } from "./feed.server"
import { fileRaw } from "./file.server"
import { inLanguageOf } from "./language.server"
import { llmsPath, llmsText } from "./llms.server"
import { mount, type Raw, unknown } from "./mount.server"
import { isOAuthPath, serveOAuth } from "./oauth.server"
import { openApiAnswer } from "./openapi.server"
import { planPictures, userPictures } from "./picture.server"
import { carriesSession } from "./session-cookie.server"
import { serveExport, serveImport } from "./transfer.server"
import { notificationRaw } from "./unsubscribe.server"
import { webhook } from "./webhook.server"

type Contract = typeof contract
type Unhandled<R extends keyof Contract> = Exclude<keyof Contract[R], keyof (typeof handlers)[R]>

/** A call without a handler must be here, or compiling fails. */
const raw: {
  [R in keyof Contract as Unhandled<R> extends never ? never : R]: {
    [K in Unhandled<R>]: Contract[R][K] extends Call ? Raw<Contract[R][K]> : never
  }
} = {
  Account: accountRaw,
  Ai: aiRaw,
  auth: authRaw,
  File: fileRaw,
  Goal: { list: serveCards("goals") },
  Item: { list: serveCards("items") },
  notification: notificationRaw,
  payment: { webhook },
  Plan: { board: serveBoard, export: serveExport, import: serveImport, ...planPictures },
  public: { board: servePublicBoard },
  Task: { list: serveCards("tasks") },
  Users: userPictures,
}

type Serve = (request: Request, ip: string, requestId: string) => Response | Promise<Response>

const resources = new Map<string, Serve>([
  ["docs", serveDocument(docsPage)],
  ["openapi.json", serveDocument(openApiAnswer)],
])
for (const [name, calls] of Object.entries(contract)) {
  const plain = handlers[name as keyof Contract] as unknown as Record<string, Handler<Call>>
  const special = (raw as unknown as Record<string, Record<string, Raw<Call>>>)[name]
  resources.set(name.toLowerCase(), mount(calls, plain, special))
}

const serveLlms = serveDocument(llmsText)

export type ServedTo = { ip: string; requestId?: string }

/** The first segment after /api names the resource; agents' sign-in has addresses of its own. */
export const serveApi = async (request: Request, { ip, requestId = "" }: ServedTo): Promise<Response> => {
  const path = new URL(request.url).pathname
  if (isOAuthPath(path)) return serveOAuth(request, ip)
  if (isFeedPath(path)) return serveFeed(request, ip)
  if (path === llmsPath) return serveLlms(request, ip)
  const serve = resources.get(path.split("/")[2]?.toLowerCase() ?? "")
  if (!serve) {
    countRefusal({ status: 404, from: ip, person: null, plan: null })
    return unknown(path)
  }
  const answered = await inLanguageOf(request, async () => serve(request, ip, requestId))
  const answer = answered.status === 401 && carriesSession(request) ? withoutCache(answered) : answered
  return request.method === "HEAD" ? new Response(null, answer) : answer
}
