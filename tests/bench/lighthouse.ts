// measureLighthouse(bench): Lighthouse's scores of the login page and a board on a phone, the median of three. Runs only when
// it is named, since it installs Lighthouse.
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import type { Bench } from "./bench.ts"
import { pause } from "./load.ts"

const TASKS = 100
const RUNS = 3
/** Lighthouse sometimes gives up on a page that has not drawn anything. */
const ATTEMPTS = 3

type Category = "performance" | "accessibility" | "best-practices" | "seo"
type Report = {
  categories: Partial<Record<Category, { score: number | null }>>
  runtimeError?: { code: string }
}

export async function measureLighthouse({ figures, product, boards, people, chromium, lighthouse }: Bench) {
  const board = boards.get(TASKS)
  const [me] = people
  if (!chromium || !lighthouse || !board || !me) return void process.stdout.write("  no Lighthouse: left out\n")
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
      reports.push(await audit(`${product.url}${path}`, cookie, { chromium, lighthouse }))
    for (const [category, wanted] of Object.entries(least)) {
      const scores = reports.map(({ categories }) => (categories[category as Category]?.score ?? 0) * 100)
      figures.atLeast(`Lighthouse of ${name}: ${category}`, "", scores.sort((a, b) => a - b)[1] ?? 0, wanted)
    }
  }
}

/** The report of one visit on an emulated phone, by a browser that has nothing stored. */
async function audit(
  address: string,
  cookie: string,
  { chromium, lighthouse }: { chromium: string; lighthouse: string },
) {
  const options = [
    "--output=json",
    "--quiet",
    "--only-categories=performance,accessibility,best-practices,seo",
    "--chrome-flags=--headless --no-sandbox --disable-gpu",
    ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
  ]
  let failed = ""
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { stdout } = await promisify(execFile)(process.execPath, [lighthouse, address, ...options], {
      env: { ...process.env, CHROME_PATH: chromium },
      maxBuffer: 64 * 1_048_576,
    }).catch((thrown) => thrown as { stdout: string })
    const report = stdout.startsWith("{") ? (JSON.parse(stdout) as Report) : undefined
    if (report && !report.runtimeError) return report
    failed = report?.runtimeError?.code ?? stdout
    await pause(1_000)
  }
  throw new Error(`Lighthouse cannot look at ${address}: ${failed}`)
}
