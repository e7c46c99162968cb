// The service worker: stores the browser files and the shells at install, and answers with them.
import { cacheNames } from "workbox-core"
import { addPlugins, addRoute, cleanupOutdatedCaches, precache } from "workbox-precaching"
import { openPushed, readPushed, renewPush, showsPush } from "~/client/notification/push-worker"
import type { Pushed } from "~/client/notification/pushed"
import { isFile } from "~/client/offline/stored-file"
import { sendPending } from "~/client/outbox/background"
import { takeShared } from "~/client/outbox/take-shared"
import { boardOfPlan, readPlanLink } from "~/contract/shared/deep-link"
import { bestOf } from "~/contract/shared/language/language"
import { sharePath } from "~/contract/shared/share"
import { offlinePath, personCookieAt, readPersonCookie, shellHeader, shellPaths } from "~/contract/shared/shell"

declare const self: ServiceWorkerGlobalScope & {
  cookieStore?: { get(name: string): Promise<{ value: string } | null> }
}

/** Written by the build. */
const files = self.__WB_MANIFEST as { url: string; revision: string | null }[]
const shells = "laneway-shells"
/** How long the server may take to answer with a page that has a shell, ms. */
const patience = 5_000
/** A shell is fetched again this long after it was, ms: it holds the server's configuration. */
const shellAge = 3_600_000

// Another answer ends the installation, which the browser tries again.
addPlugins([{ cacheWillUpdate: async ({ response }) => (isFile(response) ? response : null) }])
precache(files)
addRoute()
cleanupOutdatedCaches()

type Routes = ExtendableEvent & { addRoutes?(rules: unknown): Promise<void> }

self.addEventListener("install", (event) => {
  // The browser then reads files from the cache without starting this worker.
  const routes = (event as Routes).addRoutes?.({
    condition: { urlPattern: { pathname: "/assets/*" }, requestMethod: "GET" },
    source: { cacheName: cacheNames.precache },
  })
  if (routes) event.waitUntil(routes.catch(() => {}))
  event.waitUntil(Promise.all([...shellPaths.map(fetchShell), fetchOfflinePage()]).then(storeShells))
})

/** The list of routes, which the build writes after this worker. */
const isRouteList = (path: string) => /^\/assets\/manifest-\w+\.js$/.test(path)

/** A shell and its list of routes. Throws when its scripts are not this worker's: another version is being deployed. */
const fetchShell = async (path: string): Promise<[string, Response][]> => {
  const shell = await fetchPage(path)
  const scripts = new Set((await shell.clone().text()).match(/\/assets\/[\w.$-]+\.js/g))
  const lists = [...scripts].filter(isRouteList)
  const known = new Set(files.map(({ url }) => url.replace(/^\/?/, "/")))
  if (lists.length === 0 || ![...scripts].every((script) => known.has(script) || isRouteList(script)))
    throw new Error(`The shell of ${path} belongs to another version.`)
  return [
    [path, shell],
    ...(await Promise.all(lists.map(async (list): Promise<[string, Response]> => [list, await fetchFile(list)]))),
  ]
}

const fetchOfflinePage = async (): Promise<[string, Response][]> => [[offlinePath, await fetchPage(offlinePath)]]

const fetchPage = async (path: string) =>
  fetchWhole(path, {
    credentials: "omit",
    headers: { [shellHeader]: "1", "accept-language": await language() },
    redirect: "error",
    cache: "no-store",
  })

const fetchWhole = async (path: string, options?: RequestInit) => {
  const response = await fetch(path, { ...options, signal: AbortSignal.timeout(30_000) })
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`)
  return response
}

const fetchFile = async (path: string) => {
  const response = await fetchWhole(path)
  if (!isFile(response)) throw new Error(`${path} was answered with a page.`)
  return response
}

const storeShells = async (fetched: [string, Response][][]) => {
  const cache = await caches.open(cacheOfVersion())
  for (const [path, response] of fetched.flat()) await cache.put(path, response)
}

/** Shells name the files of one version, so a waiting worker has others than the active one. */
const cacheOfVersion = () => {
  const text = files.map(({ url, revision }) => `${url} ${revision}`).join()
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return `${shells}-${(hash >>> 0).toString(36)}`
}

self.addEventListener("activate", (event) => {
  const clean = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(shells) && name !== cacheOfVersion())
    await Promise.all(old.map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(clean())
})

type SyncEvent = ExtendableEvent & { tag: string }

/** Background Sync: while a page is open, that page sends. */
self.addEventListener("sync" as "message", (event) => {
  if ((event as ExtendableEvent as SyncEvent).tag !== "outbox") return
  const work = async () => {
    const person = await knownPerson()
    if (person && (await self.clients.matchAll({ type: "window" })).length === 0) await sendPending(person.id)
  }
  event.waitUntil(work())
})

self.addEventListener("push", (event) => {
  if (!event.data) return
  const { id, title, body, url, tag } = event.data.json() as Pushed
  const show = async () => {
    if (!(await showsPush(self.clients, navigator.userAgent))) return
    await self.registration.showNotification(title, {
      body,
      tag,
      icon: "/icons/icon-192.png",
      badge: "/icons/maskable-192.png",
      data: { id, url },
    })
  }
  event.waitUntil(show())
})

self.addEventListener("notificationclick", (event) => {
  event.notification.close()
  const { origin } = self.location
  const { data } = event.notification
  event.waitUntil(Promise.all([openPushed(self.clients, origin, data.url), readPushed(origin, data)]))
})

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renewPush(self.registration.pushManager, event))
})

self.addEventListener("message", ({ data }) => {
  if (data?.type === "SKIP_WAITING") void self.skipWaiting()
})

self.addEventListener("fetch", (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (isRouteList(url.pathname))
    return event.respondWith(caches.match(request).then((found) => found ?? fetch(request)))
  if (url.origin === self.location.origin && url.pathname === sharePath && request.method === "POST")
    return event.respondWith(taken(request))
  if (request.mode !== "navigate" || request.method !== "GET" || url.origin !== self.location.origin) return
  if (shellPaths.includes(url.pathname)) event.respondWith(shellPage(event, url.pathname))
  else if (url.pathname.startsWith("/plan/")) event.respondWith(deepLink(request, url))
  else if (!url.pathname.startsWith("/api/")) event.respondWith(unstoredPage(request))
})

const taken = async (request: Request) => Response.redirect(await takeShared(request, (await knownPerson())?.id), 303)

/** The stored document where it is in the person's language and their data is on this device; otherwise the server's, while it answers. */
const shellPage = async (event: FetchEvent, path: string): Promise<Response> => {
  const shell = await (await caches.open(cacheOfVersion())).match(path)
  if (!shell) return fetch(event.request)
  if (await isPersonKnown()) {
    const isReadable = shell.headers.get("content-language") === (await language())
    event.waitUntil(renewShell(path, shell, isReadable ? shellAge : 0))
    if (isReadable) return shell
  }
  return (await fromServer(event.request)) ?? shell
}

/** A deep link leads to the board's address, as the server's redirect does. */
const deepLink = async (request: Request, url: URL): Promise<Response> => {
  const answer = (await isPersonKnown()) ? undefined : await fromServer(request)
  if (answer) return answer
  const target = readPlanLink(url)
  return Response.redirect(target ? boardOfPlan(target.planId, target.link) : "/")
}

const unstoredPage = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request)
  } catch (error) {
    const page = await (await caches.open(cacheOfVersion())).match(offlinePath)
    if (page) return page
    throw error
  }
}

/** Undefined when there is no answer in time, or the server is in trouble. */
const fromServer = async (request: Request): Promise<Response | undefined> => {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience))
  try {
    const answer = await Promise.race([fetch(request), late])
    return answer && answer.status < 500 ? answer : undefined
  } catch {
    return undefined
  }
}

/** Without the API that reads cookies here, every page is asked of the server first. */
const isPersonKnown = async () => (await knownPerson()) !== undefined

const knownPerson = async () =>
  readPersonCookie((await self.cookieStore?.get(personCookieAt(self.location.origin)).catch(() => null))?.value)

/** What the person has chosen, and otherwise the browser's. */
const language = async () => (await knownPerson())?.language ?? bestOf(navigator.languages, self.location.hostname)

/** `most`: how old a shell may be, ms. One from the future is renewed too: this device's clock is behind. */
const renewShell = async (path: string, shell: Response, most: number) => {
  if (Math.abs(Date.now() - Date.parse(shell.headers.get("date") ?? "")) < most) return
  await Promise.all([fetchShell(path), fetchOfflinePage()])
    .then(storeShells)
    .catch(() => {})
}
