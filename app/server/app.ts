// openApp(settings, database, storage): pages and API over an open database. In development a changed file reloads it.

import * as build from "virtual:remix/server-build"
import { createRequestHandler } from "@remix-run/node"
import { isRouteErrorResponse } from "@remix-run/react"
import { answerThrown, withoutCache } from "~/api/answer.server"
import { inLanguageOf } from "~/api/language.server"
import { countPage } from "~/api/page.server"
import { formsOf, pageRequest } from "~/api/page-request.server"
import { countCall } from "~/api/rate-limit.server"
import { serveApi } from "~/api/resources.server"
import type { FirstCardsOf } from "~/contract/first-cards"
import { isRefusal } from "~/contract/problem"
import { closeDatabase, db, openDatabase } from "~/database/connection.server"
import { countRefusal } from "~/domain/limits/refusals.server"
import { logSecurity } from "~/domain/limits/security-log.server"
import { checkRealtime } from "~/outside/realtime-check.server"
import { checkStorage } from "~/outside/storage.server"
import { log } from "./log"
import { type OpenOptions, openOutside } from "./open"
import type { Settings } from "./settings"

declare module "@remix-run/server-runtime" {
  interface AppLoadContext {
    clientIp?: string
    /** of the page's Content-Security-Policy, for every inline script */
    nonce?: string
    /** Drawn into the document of a phone. */
    firstCards?: FirstCardsOf
    /** Takes an error of a loader, an action or a component. */
    failed?: (error: unknown) => void
  }
}

export type App = {
  page: (request: Request, context: { clientIp: string; nonce: string }) => Promise<Response>
  api: (request: Request, info: { ip: string; requestId: string }) => Promise<Response>
  /** Counts a wrong key of an address with those of the API; the answer when there were too many. */
  refuseWrongKey: (ip: string) => Promise<Response | null>
  pingDatabase: () => Promise<void>
  /** Of a Supabase project. */
  pingRealtime: () => Promise<void>
  pingStorage: () => Promise<void>
  close: () => Promise<void>
}

export type Database = { url: string; socket: string | null; prepare: boolean }

/** What Remix itself refuses, such as a route that is not there, is no fault. */
const failedPage = (request: Request) => (error: unknown) => {
  if (!isRouteErrorResponse(error) || error.status >= 500) answerThrown(error, request)
}

const noteRefused = (status: number, { method, url }: Request, from: string) => {
  if (!countRefusal({ status, from, person: null, plan: null })) return
  const call = `${method} ${new URL(url).pathname.slice(0, 200)}`
  logSecurity("refused", { requestId: null, from, status, call })
}

export const openApp = async (settings: Settings, database: Database, options: OpenOptions): Promise<App> => {
  const { database_call_ms: callMs, database_search_ms: searchMs } = settings.limits
  const warn = (message: string, fields: Record<string, unknown>) => log("warn", message, fields)
  await openDatabase({ ...database, ...settings.databaseConnections.app, callMs, searchMs, warn })
  const closeOutside = await openOutside(settings, options)
  const render = createRequestHandler(build, import.meta.env.MODE)
  const hasForm = formsOf(Object.values(build.routes))
  return {
    page: async (request, context) => {
      const { refused, hasEnded } = await countPage(request, context.clientIp)
      try {
        const answer =
          refused ??
          (await inLanguageOf(request, async () => {
            const asked = await pageRequest(request, hasForm)
            if (!(asked instanceof Response)) return render(asked, { ...context, failed: failedPage(request) })
            noteRefused(asked.status, request, context.clientIp)
            return asked
          }))
        return hasEnded ? withoutCache(answer) : answer
      } catch (thrown) {
        if (isRefusal(thrown)) noteRefused(thrown.problem.status, request, context.clientIp)
        return answerThrown(thrown, request)
      }
    },
    api: serveApi,
    refuseWrongKey: async (ip) => {
      try {
        await countCall(`ip ${ip}`, "wrongKey")
        return null
      } catch (thrown) {
        return answerThrown(thrown, new Request("http://localhost/"))
      }
    },
    pingDatabase: async () => {
      await db()`select 1`
    },
    pingRealtime: checkRealtime,
    pingStorage: checkStorage,
    close: async () => {
      await closeOutside()
      await closeDatabase()
    },
  }
}
