// openApp(settings, database, storage): pages and API over an open database. In development a changed file reloads it.

import * as build from "virtual:remix/server-build"
import { createRequestHandler } from "@remix-run/node"
import { answerThrown } from "~/api/answer.server"
import { inLanguageOf } from "~/api/language.server"
import { refusePage } from "~/api/page.server"
import { countCall } from "~/api/rate-limit.server"
import { withBody } from "~/api/read-body.server"
import { serveApi } from "~/api/resources.server"
import type { FirstCardsOf } from "~/contract/first-cards"
import { closeDatabase, db, openDatabase } from "~/database/connection.server"
import { checkRealtime } from "~/outside/realtime-check.server"
import { checkStorage } from "~/outside/storage.server"
import { type OpenOptions, openOutside } from "./open"
import type { Settings } from "./settings"

declare module "@remix-run/server-runtime" {
  interface AppLoadContext {
    clientIp?: string
    /** of the page's Content-Security-Policy, for every inline script */
    nonce?: string
    /** Drawn into the document of a phone. */
    firstCards?: FirstCardsOf
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

const CONNECTIONS = 4

export async function openApp(settings: Settings, database: Database, options: OpenOptions): Promise<App> {
  const { call, search } = settings.databaseMs
  await openDatabase({ ...database, max: CONNECTIONS, callMs: call, searchMs: search })
  const closeOutside = await openOutside(settings, options)
  const render = createRequestHandler(build, import.meta.env.MODE)
  return {
    page: async (request, context) => {
      try {
        return (
          (await refusePage(request, context.clientIp)) ??
          (await inLanguageOf(request, async () => render(await withBody(request), context)))
        )
      } catch (thrown) {
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
