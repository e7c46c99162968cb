import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { writeArchive } from "./data-archive"
import { restore } from "./data-backup"

let directory: string
const secret = "a secret of the installation"

beforeAll(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-restore-"))
})
afterAll(() => fs.rmSync(directory, { recursive: true, force: true }))

test("an archive brings no configuration and no signal of Postgres, however it names them", async () => {
  const file = path.join(directory, "evil.backup")
  const cluster = "postgres/data"
  const left = [
    ...["postgresql.conf", "postgresql.auto.conf", "pg_hba.conf", "pg_ident.conf", "standby.signal", "recovery.signal"],
    ...["recovery.conf", "tablespace_map", "postmaster.pid", "server.crt", "conf.d/evil.conf", "./promote"],
  ].map((name) => `${cluster}/${name}`)
  const odd = ["postgres//data/standby.signal", "postgres/x/../data/recovery.signal", "POSTGRES/DATA/standby.signal"]
  await writeArchive(file, { key: secret, keep: async () => {} }, async (backup) => {
    for (const name of [...left, ...odd]) await backup.text(name, "evil")
    for (const name of ["PG_VERSION", "base/1/2", "pg_wal/000000010000000000000001", "backup_label"])
      await backup.text(`${cluster}/${name}`, "ours")
    await backup.text("postgres/access.json", "{}")
  })
  const dataDir = path.join(directory, "restored")
  await restore(dataDir, file, { secret, unsealed: false })
  const found = fs
    .readdirSync(dataDir, { recursive: true, encoding: "utf8" })
    .filter((name) => fs.statSync(path.join(dataDir, name)).isFile())
  expect(found.sort()).toEqual(
    [
      ".restored",
      "postgres/access.json",
      ...["PG_VERSION", "backup_label", "base/1/2", "pg_wal/000000010000000000000001"].map(
        (name) => `${cluster}/${name}`,
      ),
      ...["pg_hba.conf", "pg_ident.conf", "postgresql.auto.conf", "postgresql.conf"].map(
        (name) => `${cluster}/${name}`,
      ),
    ].sort(),
  )
  for (const name of found) expect(fs.readFileSync(path.join(dataDir, name), "utf8")).not.toContain("evil")
  const access = fs
    .readFileSync(path.join(dataDir, cluster, "pg_hba.conf"), "utf8")
    .trim()
    .split("\n")
  for (const line of access) expect(line).toMatch(/ scram-sha-256$/)
})

test("without its key a backup is restored only by who says so", async () => {
  const file = path.join(directory, "ours.backup")
  await writeArchive(file, { key: secret, keep: async () => {} }, (backup) => backup.text("secrets.json", "{}"))
  const dataDir = path.join(directory, "new")
  await expect(restore(dataDir, file, { secret: null, unsealed: false })).rejects.toThrow(
    /its key is missing.*unsealed/,
  )
  expect(fs.readdirSync(dataDir)).toEqual([])
  await restore(dataDir, file, { secret: null, unsealed: true })
  expect(fs.readdirSync(dataDir).sort()).toEqual([".restored", "secrets.json"])
})
