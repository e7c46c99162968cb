// `node build/server/backup.js backup|restore FILE`: DATA_DIR into one file, or out of it.

import fs from "node:fs"
import path from "node:path"
import { messageOf } from "~/contract/problem"
import { loadConfig } from "./config"
import { backUp, restore } from "./data-backup"

const [action, name] = process.argv.slice(2)
try {
  if ((action !== "backup" && action !== "restore") || !name) throw new Error(`Name the file: npm run ${action} FILE`)
  const config = loadConfig(process.env, process.cwd())
  if (config.database || config.supabase)
    throw new Error(
      "DATABASE_URL or SUPABASE_URL is set: this is for the embedded default. Use the backups of that Postgres or Supabase.",
    )
  const { dataDir } = config
  // npm changes to the package's directory.
  const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), name)
  if (action === "backup") {
    await backUp(dataDir, file)
    console.log(
      `${dataDir} is in ${file} (${(fs.statSync(file).size / 1e6).toFixed(1)} MB). Keep it safe: it holds secrets.`,
    )
  } else {
    await restore(dataDir, file)
    console.log(`${file} is restored to ${dataDir}: run \`npm start\`.`)
  }
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
