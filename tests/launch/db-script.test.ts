// `npm run db`, with a stand-in for psql that connects as psql does: by PG variables in its environment.
import { spawn } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { bootstrap } from "../../supabase/embedded/migrate.ts"
import { type RunningPostgres, startPostgres } from "../../supabase/embedded/postgres.ts"

const root = path.resolve(import.meta.dirname, "../..")
let home: string
let running: RunningPostgres

const standIn = `#!${process.execPath}
const postgres = require(${JSON.stringify(path.join(root, "node_modules/postgres"))})
const { PGPASSWORD, PGOPTIONS } = process.env
const [option, statement] = process.argv.slice(2)
if (option !== "-c" || !PGPASSWORD) process.exit(2)
const sql = postgres({ max: 1, connection: { options: PGOPTIONS } })
sql.unsafe(statement).then(
  (rows) => sql.end().then(() => console.log(JSON.stringify(rows))),
  (error) => sql.end().then(() => (console.error(error.message), process.exit(3))),
)
`

beforeAll(async () => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-db-"))
  fs.mkdirSync(path.join(home, "bin"))
  fs.writeFileSync(path.join(home, "bin/psql"), standIn, { mode: 0o755 })
  running = await startPostgres({ dataDir: path.join(home, "data") })
  await bootstrap(running.superUrl, fs.readFileSync(path.join(root, "supabase/embedded/bootstrap.sql"), "utf8"))
})
afterAll(async () => {
  await running.stop()
  fs.rmSync(home, { recursive: true, force: true })
})

const runDb = async (args: string[], { dataDir = "data", bin = "bin", env = {} } = {}) => {
  const child = spawn(process.execPath, [path.join(root, "scripts/db.mjs"), ...args], {
    env: { NODE_ENV: "test", PATH: path.join(home, bin), DATA_DIR: path.join(home, dataDir), ...env },
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text))
  const [code] = await once(child, "close")
  return { code, output }
}

test("connects as the product does, and passes on the arguments and the exit code", async () => {
  const asked = `select current_user::text as "user", current_setting('search_path') as path`
  const { code, output } = await runDb(["-c", asked])
  expect(output).toBe('[{"user":"postgres","path":"app,public"}]\n')
  expect(code).toBe(0)
  expect(await runDb(["-c", "select nothing"])).toMatchObject({ code: 3, output: expect.stringMatching(/nothing/) })
})

test("says what to do without psql, without a database, or without an embedded one", async () => {
  const noProgram = await runDb(["-c", "select 1"], { bin: "nothing" })
  expect(noProgram).toEqual({ code: 1, output: expect.stringMatching(/^psql is not installed.*Install it/) })
  const noDatabase = await runDb(["-c", "select 1"], { dataDir: "nothing" })
  expect(noDatabase).toEqual({ code: 1, output: expect.stringMatching(/holds no database yet: run `npm start`/) })
  const elsewhere = await runDb(["-c", "select 1"], { env: { DATABASE_URL: "postgres://localhost/plans" } })
  expect(elsewhere).toEqual({ code: 1, output: expect.stringMatching(/^DATABASE_URL is set/) })
})

test("says how to start a database that is not running", async () => {
  const stopped = path.join(home, "stopped/postgres")
  fs.mkdirSync(stopped, { recursive: true })
  fs.writeFileSync(path.join(stopped, "access.json"), '{"password":"secret","port":9}')
  const { code, output } = await runDb(["-c", "select 1"], { dataDir: "stopped" })
  expect([code, output]).toEqual([1, expect.stringMatching(/is not running: run `npm start`/)])
})
