// npm run bench: measures the built product against its budgets; prints one table and writes DATA_DIR/bench.json.
//   --quick            fewer rounds
//   --only=saves,page  some parts alone: start, calls, saves, boards, live, reach, planning, goals, webhooks, agents, page, notes, versions, search, assistant, upload, lighthouse
//   --deno             the product runs on Deno
import path from "node:path"
import { findChromium } from "./steps/chromium.mjs"
import { findDeno } from "./steps/deno.mjs"
import { findLighthouse } from "./steps/lighthouse.mjs"
import { root } from "./steps/project.mjs"
import { argument, runModule } from "./steps/run-module.mjs"

const only = argument("only")?.split(",") ?? null

await runModule("tests/bench/main.ts", "bench", async () => ({
  quick: process.argv.includes("--quick"),
  only,
  chromium: await findChromium(),
  // Installed on demand, so only where it is named.
  lighthouse: only?.includes("lighthouse") ? await findLighthouse() : undefined,
  deno: process.argv.includes("--deno") ? await findDeno() : undefined,
  dataDir: path.resolve(root, process.env.DATA_DIR ?? ".data"),
}))
