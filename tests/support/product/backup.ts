// runBackup(action, file, dataDir): what `npm run backup` and `npm run restore` do, on the build as it is.
import { spawn } from "node:child_process"
import path from "node:path"

const program = path.resolve(import.meta.dirname, "../../../build/server/backup.js")

export const runBackup = (action: "backup" | "restore", file: string, dataDir: string) =>
  new Promise<{ code: number | null; errors: string }>((resolve) => {
    const child = spawn(process.execPath, [program, action, file], {
      cwd: path.dirname(file),
      env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
    })
    let errors = ""
    child.stderr.on("data", (part) => {
      errors += part
    })
    child.stdout.resume()
    child.once("close", (code) => resolve({ code, errors }))
  })
