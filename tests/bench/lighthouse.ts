// measureLighthouse(bench): Lighthouse's scores of the login page and a board on a phone, the median of three. Runs only when
// it is named, since it installs Lighthouse.
import { execFile } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import { chromium } from "@playwright/test"
import { freePorts } from "../support/product/ports.ts"
import type { Bench } from "./bench.ts"
import { pause } from "./load.ts"

const TASKS = 100
const RUNS = 3
/** Lighthouse sometimes gives up on a page that has not drawn anything. */
const ATTEMPTS = 3

type Category = "performance" | "accessibility" | "best-practices" | "seo"
type Report = {
  finalDisplayedUrl: string
  categories: Partial<Record<Category, { score: number | null }>>
  runtimeError?: { code: string }
}

export const measureLighthouse = async ({
  figures,
  product,
  boards,
  people,
  chromium: executable,
  lighthouse,
}: Bench) => {
  const board = boards.get(TASKS)
  const [me] = people
  if (!executable || !lighthouse || !board || !me) return void process.stdout.write("  no Lighthouse: left out\n")
  const pages = [
    {
      name: "/login",
      path: "/login",
      cookie: "",
      least: { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 },
    },
    {
      name: `/board, ${TASKS} tasks`,
      path: `/board?planId=${board.planId}`,
      cookie: me.cookie,
      least: { performance: 92 },
    },
  ]
  for (const { name, path, cookie, least } of pages) {
    const reports: Report[] = []
    for (let run = 0; run < RUNS; run++)
      reports.push(await audit(`${product.url}${path}`, cookie, { chromium: executable, lighthouse }))
    for (const [category, wanted] of Object.entries(least)) {
      const scores = reports.map(({ categories }) => (categories[category as Category]?.score ?? 0) * 100)
      figures.atLeast(`Lighthouse of ${name}: ${category}`, "", scores.sort((a, b) => a - b)[1] ?? 0, wanted)
    }
  }
}

/** The report of one visit on an emulated phone, by a browser that has nothing but the session. */
const audit = async (
  address: string,
  cookie: string,
  { chromium: executablePath, lighthouse }: { chromium: string; lighthouse: string },
) => {
  let failed = ""
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [port] = await freePorts()
    const profile = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-lighthouse-"))
    const browser = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
    })
    try {
      // In the browser's own jar: a header of Lighthouse's is dropped as soon as the page sets a cookie.
      const [name = "", value = ""] = cookie.split("=")
      if (name) await browser.addCookies([{ name, value, url: address }])
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          lighthouse,
          address,
          "--output=json",
          "--quiet",
          "--only-categories=performance,accessibility,best-practices,seo",
          `--port=${port}`,
        ],
        { maxBuffer: 64 * 1_048_576 },
      ).catch((thrown) => thrown as { stdout: string })
      const report = stdout.startsWith("{") ? (JSON.parse(stdout) as Report) : undefined
      if (report && !report.runtimeError) {
        const shown = new URL(report.finalDisplayedUrl).pathname
        if (shown !== new URL(address).pathname) throw new Error(`${address} leads to ${shown}`)
        return report
      }
      failed = report?.runtimeError?.code ?? stdout
    } finally {
      await browser.close()
      fs.rmSync(profile, { recursive: true, force: true })
    }
    await pause(1_000)
  }
  throw new Error(`Lighthouse cannot look at ${address}: ${failed}`)
}
