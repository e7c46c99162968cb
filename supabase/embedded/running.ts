// runningDatabase(dataDir): how another process reaches the embedded Postgres that the app runs.
import fs from "node:fs"
import path from "node:path"
import { readPostmaster } from "./postmaster"

export const runningDatabase = (dataDir: string) => {
  const home = path.join(dataDir, "postgres")
  const file = path.join(home, "access.json")
  if (!fs.existsSync(file) || !readPostmaster(path.join(home, "data"))?.ready) return null
  const { password, port }: { password: string; port: number } = JSON.parse(fs.readFileSync(file, "utf8"))
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, socket: null, prepare: true }
}
