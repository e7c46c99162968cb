// findPostgresClient(): pg_dump and psql of version 15 or newer; null where there are none.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"

type Program = "pg_dump" | "psql"
type Ran = { status: number | null; stdout: string; stderr: string }
/** Runs one of the two to its end. */
type PostgresClient = (program: Program, args: string[]) => Ran

const debian = "/usr/lib/postgresql"

export const findPostgresClient = (): PostgresClient | null => {
  const installed = fs.existsSync(debian)
    ? fs.readdirSync(debian).map((version) => path.join(debian, version, "bin"))
    : []
  for (const folder of ["", ...installed]) {
    const run: PostgresClient = (program, args) => spawnSync(path.join(folder, program), args, { encoding: "utf8" })
    const version = Number(/ (\d+)\./.exec(run("pg_dump", ["--version"]).stdout ?? "")?.[1] ?? 0)
    if (version >= 15 && run("psql", ["--version"]).status === 0) return run
  }
  console.log("SKIPPED: the rehearsal of a hosted database's backup, since pg_dump 15 and psql are not installed")
  return null
}
