// npm run release: makes the notes of this version's tag from CHANGELOG.md, and keeps a data directory of it for later versions.
//   Writes DATA_DIR/release-<version>.md and tests/releases/<version>.backup with its key; the tag is yours to make.
import path from "node:path"
import { root } from "./steps/project.mjs"
import { runModule } from "./steps/run-module.mjs"

await runModule("tests/support/product/release.ts", "release", async () => ({
  dataDir: path.resolve(root, process.env.DATA_DIR ?? ".data"),
}))
