import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type RunningPostgres, startPostgres } from "../../supabase/embedded/postgres.ts"

let dataDir: string
let running: RunningPostgres

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-launcher-"))
  running = await startPostgres({ dataDir })
})

afterAll(async () => {
  await running.stop()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const cluster = () => path.join(dataDir, "postgres/data")

const ask = async <T>(work: (sql: postgres.Sql) => Promise<T>) => {
  const sql = postgres(running.superUrl, { max: 1, onnotice: () => {} })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** A process to be killed as an app is: it runs only a launcher. */
const startInOtherProcess = async () => {
  const bundle = path.join(dataDir, "holder.mjs")
  const { build } = await import("vite")
  await build({
    configFile: false,
    logLevel: "silent",
    build: {
      ssr: path.resolve("tests/launch/holder.ts"),
      target: "node20",
      outDir: path.dirname(bundle),
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: "holder.mjs" } },
    },
    ssr: { noExternal: true },
  })
  const child = spawn(process.execPath, [bundle, dataDir], { stdio: ["ignore", "pipe", "inherit"] })
  const [line] = await once(child.stdout, "data")
  return { child, pid: Number(String(line)) }
}

test("the embedded Postgres has durable writes and restricted access", async () => {
  const [row] = await ask(
    (sql) => sql`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('listen_addresses') as listen, current_setting('server_encoding') as encoding,
      current_setting('full_page_writes') as pages`,
  )
  expect(row).toEqual({ fsync: "on", commit: "on", listen: "127.0.0.1", encoding: "UTF8", pages: "on" })
  const wrong = postgres(running.superUrl.replace(/:[^:@]+@/, ":wrong@"), { max: 1 })
  await expect(wrong`select 1`).rejects.toMatchObject({ code: "28P01" })
  await wrong.end()
  expect(fs.statSync(path.join(dataDir, "postgres/access.json")).mode & 0o077).toBe(0)
  expect(fs.statSync(cluster()).mode & 0o077).toBe(0)
})

test("the embedded Postgres answers on its Unix socket", async () => {
  const { socket, superUrl } = running
  if (!socket) throw new Error("no socket")
  const sql = postgres(superUrl, { max: 1, path: socket })
  expect(await sql`select inet_client_addr() as address`).toEqual([{ address: null }])
  await sql.end()
})

test("the embedded Postgres is started again after a kill, on the same port", async () => {
  await ask((sql) => sql`create table kept (id int)`)
  const sql = postgres(running.superUrl, { max: 1, onnotice: () => {} })
  await sql`insert into kept values (1)`
  const before = running.pid
  process.kill(before, "SIGKILL")
  const after = await eventually(async () => {
    const [row] = await sql`select count(*)::int as rows from kept`
    return running.pid !== before ? row?.rows : undefined
  })
  expect(after).toBe(1)
  await sql.end()
})

test("the embedded Postgres of a killed process is taken over with its data", async () => {
  await running.stop()
  const holder = await startInOtherProcess()
  holder.child.kill("SIGKILL")
  await once(holder.child, "exit")
  running = await startPostgres({ dataDir })
  expect(running.pid).toBe(holder.pid)
  expect(await ask((sql) => sql`select * from kept`)).toHaveLength(1)
  process.kill(running.pid, "SIGKILL")
  const rows = await eventually(async () =>
    running.pid === holder.pid ? undefined : ask((sql) => sql`select * from kept`),
  )
  expect(rows).toHaveLength(1)
})

test("the embedded Postgres starts after app and Postgres were killed together, even if the old process id was reused", async () => {
  await running.stop()
  const holder = await startInOtherProcess()
  holder.child.kill("SIGKILL")
  process.kill(holder.pid, "SIGKILL")
  const lock = path.join(cluster(), "postmaster.pid")
  const lines = fs.readFileSync(lock, "utf8").split("\n")
  fs.writeFileSync(lock, [process.pid, ...lines.slice(1)].join("\n"))
  running = await startPostgres({ dataDir })
  expect(running.pid).not.toBe(holder.pid)
  expect(await ask((sql) => sql`select * from kept`)).toHaveLength(1)
})

test.runIf(process.getuid?.() === 0)(
  "the embedded Postgres runs as a user id of its own when started as root, also on files of nobody",
  async () => {
    const mine = () => fs.statSync(path.join(cluster(), "PG_VERSION")).uid
    const runsAs = () => fs.statSync(`/proc/${running.pid}`).uid
    const named = new Set(
      fs
        .readFileSync("/etc/passwd", "utf8")
        .split("\n")
        .map((line) => line.split(":")[2]),
    )
    expect(named.has(String(mine()))).toBe(false)
    expect(runsAs()).toBe(mine())
    const before = mine()
    await running.stop()
    running = await startPostgres({ dataDir })
    expect([mine(), runsAs()]).toEqual([before, before])

    // As an earlier version left them.
    await running.stop()
    spawnSync("chown", ["-R", "65534:65534", cluster()])
    running = await startPostgres({ dataDir })
    expect(named.has(String(mine()))).toBe(false)
    expect(runsAs()).toBe(mine())
    const foreign = fs
      .readdirSync(cluster(), { recursive: true, withFileTypes: true })
      .filter((entry) => fs.lstatSync(path.join(entry.parentPath, entry.name)).uid !== mine())
    expect(foreign).toEqual([])
    expect(await ask((sql) => sql`select * from kept`)).toHaveLength(1)
  },
)

test("the embedded Postgres refuses a cluster of another major version and doesn't change it", async () => {
  const other = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-other-"))
  const data = path.join(other, "postgres/data")
  fs.mkdirSync(data, { recursive: true })
  fs.writeFileSync(path.join(data, "PG_VERSION"), "16\n")
  await expect(startPostgres({ dataDir: other })).rejects.toThrow(/written by Postgres 16.*brings Postgres 17/)
  expect(fs.readdirSync(data)).toEqual(["PG_VERSION"])
  fs.rmSync(other, { recursive: true })
})

test("the embedded Postgres works under a directory only its owner can enter, and cleans up after an interrupted start", async () => {
  const closed = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-closed-"))
  fs.chmodSync(closed, 0o700)
  fs.mkdirSync(path.join(closed, "postgres.new/data"), { recursive: true })
  fs.writeFileSync(path.join(closed, "postgres.new/data/half"), "")
  const inside = await startPostgres({ dataDir: path.join(closed), durable: false })
  const sql = postgres(inside.superUrl, { max: 1 })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  await sql.end()
  await inside.stop()
  expect(fs.existsSync(path.join(closed, "postgres.new"))).toBe(false)
  fs.rmSync(closed, { recursive: true })
})

const eventually = async <T>(work: () => Promise<T | undefined>) => {
  const deadline = Date.now() + 10_000
  for (;;) {
    const answer = await work().catch((error: Error) => {
      if (Date.now() > deadline) throw error
      return undefined
    })
    if (answer !== undefined) return answer
    if (Date.now() > deadline) throw new Error("did not happen in 10 s")
    await sleep(50)
  }
}
