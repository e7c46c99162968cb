// npm run backup FILE, npm run restore FILE: everything of DATA_DIR in one file, and back.
import { spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { build } from "./steps/build.mjs"
import { install } from "./steps/install.mjs"
import { checkNode, root } from "./steps/project.mjs"

checkNode()
const program = path.join(root, "build/server/backup.js")
try {
  // A build under a running product would replace the files it serves.
  if (!fs.existsSync(program)) {
    await install()
    await build()
  }
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const child = spawn(process.execPath, [program, ...process.argv.slice(2)], { cwd: root, stdio: "inherit" })
// Ctrl-C ends the child, which removes what is incomplete.
process.on("SIGINT", () => {})
child.once("exit", (code) => process.exit(code ?? 1))
