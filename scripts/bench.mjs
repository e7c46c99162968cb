// npm run bench: measures the built product against its budgets; prints one table and writes DATA_DIR/bench.json.
//   --quick            fewer rounds
//   --only=saves,page  some parts alone: start, calls, saves, boards, live, reach, page, notes, versions, search, assistant, upload
//   --deno             the product runs on Deno
import path from "node:path"
import { findChromium } from "./steps/chromium.mjs"
import { findDeno } from "./steps/deno.mjs"
import { root } from "./steps/project.mjs"
import { argument, runModule } from "./steps/run-module.mjs"

await runModule("tests/bench/main.ts", "bench", async () => ({
  quick: process.argv.includes("--quick"),
  only: argument("only")?.split(",") ?? null,
  chromium: await findChromium(),
  deno: process.argv.includes("--deno") ? await findDeno() : undefined,
  dataDir: path.resolve(root, process.env.DATA_DIR ?? ".data"),
}))
