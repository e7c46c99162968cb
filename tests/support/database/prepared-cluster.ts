// copyCluster(from, to): the files of a stopped embedded Postgres, whose next start chooses a port of its own.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"

export const copyCluster = (from: string, to: string) => {
  // Postgres refuses files of another account than its own: the copy keeps their owners, which fs.cpSync does not.
  const { status, stderr } = spawnSync("cp", ["-Rp", from, to], { encoding: "utf8" })
  if (status !== 0) throw new Error(`The cluster is not copied: ${stderr}`)
  const file = path.join(to, "access.json")
  const access = JSON.parse(fs.readFileSync(file, "utf8"))
  fs.writeFileSync(file, JSON.stringify({ ...access, port: 0 }))
}
