// npm run bench: measures the built product against its budgets; prints one table and writes DATA_DIR/bench.json.
//   --quick            fewer rounds
//   --only=saves,page  some parts alone: start, calls, saves, boards, live, page, notes, versions, search, upload
import path from "node:path"
import { build } from "./steps/build.mjs"
import { findChromium } from "./steps/chromium.mjs"
import { install } from "./steps/install.mjs"
import { checkNode, root } from "./steps/project.mjs"

const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length)

checkNode()
try {
  await install()
  await build()
  const { runnerImport } = await import("vite")
  const { module } = await runnerImport(path.join(root, "tests/bench/main.ts"), {
    configFile: false,
    root,
    resolve: { alias: { "~": path.join(root, "app") } },
  })
  const missed = await module.bench({
    quick: process.argv.includes("--quick"),
    only: only?.split(",") ?? null,
    chromium: await findChromium(),
    dataDir: path.resolve(root, process.env.DATA_DIR ?? ".data"),
  })
  process.exit(missed ? 2 : 0)
} catch (error) {
  console.error(error)
  process.exit(1)
}
