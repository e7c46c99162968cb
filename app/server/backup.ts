// `node build/server/backup.js backup|restore FILE [unsealed]`: DATA_DIR into one file, or out of it.

import fs from "node:fs"
import path from "node:path"
import { messageOf } from "~/contract/problem"
import { keyFileOf } from "./backup-keys"
import { loadConfig } from "./config"
import { backUp, restore } from "./data-backup"

const [action, name, trust] = process.argv.slice(2)
try {
  if ((action !== "backup" && action !== "restore") || !name) throw new Error(`Name the file: npm run ${action} FILE`)
  const config = loadConfig(process.env, process.cwd())
  if (config.database || config.supabase)
    throw new Error(
      "DATABASE_URL or SUPABASE_URL is set: this is for the embedded default. Use the backups of that Postgres or Supabase.",
    )
  if (trust !== undefined && (action !== "restore" || trust !== "unsealed"))
    throw new Error("Only `npm run restore FILE unsealed` takes another word after the file.")
  const { dataDir, backupSecret: secret } = config
  // npm changes to the package's directory.
  const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), name)
  if (action === "backup") {
    await backUp(dataDir, file, secret)
    console.log(
      `${dataDir} is in ${file} (${(fs.statSync(file).size / 1e6).toFixed(1)} MB). Keep it safe: it holds secrets.`,
    )
    if (!secret)
      console.log(
        `Its key is in ${keyFileOf(file)}: keep that elsewhere, since with it the file can be changed unnoticed.`,
      )
  } else {
    await restore(dataDir, file, { secret, unsealed: trust === "unsealed" })
    console.log(
      `${file} is restored to ${dataDir}: run \`npm start\`. People sign in again, and plans get new keys and links.`,
    )
  }
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}
