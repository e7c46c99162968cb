// bench(options): starts the built product with its own data, measures all parts, returns the number of missed budgets.
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { startProduct } from "../support/product/product.ts"
import { measureAgents } from "./agents.ts"
import { measureAssistant } from "./assistant.ts"
import { measureBoards } from "./boards.ts"
import { measureCalls } from "./calls.ts"
import { openFigures, table } from "./figures.ts"
import { measureGoals } from "./goals.ts"
import { measureLighthouse } from "./lighthouse.ts"
import { measureLive } from "./live.ts"
import { pause } from "./load.ts"
import { measureNotes } from "./notes.ts"
import { measureOffline } from "./offline.ts"
import { measurePage } from "./page.ts"
import { measurePlanning } from "./planning.ts"
import { readProcess } from "./process.ts"
import { measureReach } from "./reach.ts"
import { measureSaves } from "./saves.ts"
import { measureSearch } from "./search.ts"
import { type BenchBoard, openSeed, sessionSecret } from "./seed.ts"
import { measureStart } from "./start.ts"
import { measureSummaries } from "./summaries.ts"
import { measureUpload } from "./upload.ts"
import { measureVersions } from "./versions.ts"
import { measureWebhooks } from "./webhooks.ts"

export type BenchOptions = {
  quick: boolean
  /** names of parts; null: all */
  only: string[] | null
  /** null: the page is left out */
  chromium: string | null
  /** the file of Lighthouse's command; undefined: it is left out */
  lighthouse: string | undefined
  /** Deno's program, which then runs the product; by default Node does */
  deno: string | undefined
  /** where bench.json goes */
  dataDir: string
}

const sizes = [100, 1_000, 5_000, 10_000]
const CROWD = 200
const parts = {
  calls: measureCalls,
  saves: measureSaves,
  boards: measureBoards,
  live: measureLive,
  reach: measureReach,
  summaries: measureSummaries,
  planning: measurePlanning,
  goals: measureGoals,
  webhooks: measureWebhooks,
  agents: measureAgents,
  page: measurePage,
  offline: measureOffline,
  notes: measureNotes,
  versions: measureVersions,
  search: measureSearch,
  assistant: measureAssistant,
  upload: measureUpload,
  lighthouse: measureLighthouse,
  start: measureStart,
}

export const bench = async ({ quick, only, chromium, lighthouse, deno, dataDir }: BenchOptions): Promise<number> => {
  const unknown = only?.filter((name) => !(name in parts)) ?? []
  if (unknown.length > 0) throw new Error(`There is no part ${unknown}: choose of ${Object.keys(parts)}.`)
  const figures = openFigures()
  const product = await startProduct({ deno, env: { SESSION_SECRET: sessionSecret, LIMITS: "" } })
  try {
    await pause(quick ? 3_000 : 10_000)
    figures.atMost("Server memory idle, database apart", "MiB", (await readProcess(product)).mebibytes, 150)
    const seed = await openSeed(product)
    const people = await seed.people(CROWD)
    const pair = people.slice(0, 2)
    const boards = new Map<number, BenchBoard>()
    for (const size of sizes) boards.set(size, await seed.board(pair, size))
    const crowded = await seed.board(people, 5_000)
    await seed.settle()
    await seed.close()
    const context = { quick, figures, product, boards, people, crowded, chromium, lighthouse, deno }
    for (const [name, measure] of Object.entries(parts)) {
      if (only && !only.includes(name)) continue
      process.stdout.write(`\n${name}\n`)
      await measure(context)
      if (name === "live")
        figures.atMost("Server memory under load", "MiB", (await readProcess(product)).mebibytes, 250)
    }
  } finally {
    await product.remove()
  }
  const missed = figures.all.filter(({ ok }) => ok === false)
  process.stdout.write(
    `\n${table(figures.all)}\n\n${missed.length} of ${figures.all.length} figures miss their budget.\n`,
  )
  fs.mkdirSync(dataDir, { recursive: true })
  const file = path.join(dataDir, "bench.json")
  const machine = {
    cores: os.cpus().length,
    cpu: os.cpus()[0]?.model,
    node: process.version,
    runtime: deno ? "Deno" : "Node",
    loadBefore: os.loadavg()[2],
  }
  const report = { at: new Date().toISOString(), quick, machine, figures: figures.all }
  fs.writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  process.stdout.write(`${file}\n`)
  return missed.length
}
