// openTab(context, url, planId, person): a page with only the browser client and one open plan.
import path from "node:path"
import type { BrowserContext, Page } from "@playwright/test"
import { build } from "vite"
import type { RuleCall } from "~/rules"
import type { Person } from "../support/product/product.ts"
import type { InPage, openTab as openInPage } from "./session-entry.ts"

const root = path.resolve(import.meta.dirname, "../..")

let bundled: Promise<string> | undefined

const bundle = () => {
  bundled ??= build({
    configFile: false,
    logLevel: "silent",
    root,
    resolve: { alias: { "~": path.join(root, "app") } },
    build: {
      write: false,
      minify: false,
      copyPublicDir: false,
      lib: { entry: path.join(import.meta.dirname, "session-entry.ts"), formats: ["iife"], name: "client" },
    },
  }).then((result) => {
    const [built] = [result].flat()
    if (!built || !("output" in built)) throw new Error("nothing was built")
    return `${built.output[0].code}; window.client = client`
  })
  return bundled
}

export const signedIn = async (context: BrowserContext, url: string, person: Person) => {
  const [name = "", value = ""] = person.cookie.split("=")
  await context.addCookies([{ name, value, url }])
}

export type Tab = ReturnType<typeof tabOf>

export const openTab = async (context: BrowserContext, url: string, planId: number, person: Person): Promise<Tab> => {
  const page = await context.newPage()
  await page.goto(`${url}/healthz`)
  await page.addScriptTag({ content: await bundle() })
  await page.evaluate(
    ([planId, user]) => (window as unknown as { client: { openTab: typeof openInPage } }).client.openTab(planId, user),
    [planId, { id: person.id, userName: person.userName }] as const,
  )
  return tabOf(page)
}

type Call = { name: RuleCall["name"]; input: object }

const tabOf = (page: Page) => {
  const ask = <T, A>(read: (tab: InPage, given: A) => T | Promise<T>, given: A): Promise<T> =>
    page.evaluate(`(${read.toString()})(window.tab, ${JSON.stringify(given)})`)
  return {
    page,
    rows: () => ask((tab) => tab.rows(), null),
    told: () => ask((tab) => tab.told, null),
    role: () => ask((tab) => tab.session.store.plan()?.planRole, null),
    live: () => ask((tab) => tab.session.live.get(), null),
    online: () => ask((tab) => [...tab.session.presence.get()].sort(), null),
    pending: () => ask((tab) => tab.session.outbox.pendingCount.get(), null),
    close: () => ask((tab) => tab.session.close(), null),
    signOut: () => ask((tab) => tab.signOut(), null),
    /** Shows and queues the call; returns the row's id. */
    do: (call: Call) => ask((tab, { name, input }) => tab.session.mutate(name, input as never).id, call),
    /** Also waits for the server's answer. */
    done: (call: Call) =>
      ask(async (tab, { name, input }) => {
        const { id, done } = tab.session.mutate(name, input as never)
        return { taken: await done, id: tab.session.store.realId(id) }
      }, call),
  }
}
