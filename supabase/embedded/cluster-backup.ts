// backUpCluster(home, options): the files of a cluster that together restore it, while its Postgres runs or when it doesn't.
import fs from "node:fs"
import path from "node:path"
import postgres from "postgres"
import { isOfCluster } from "./cluster-files.ts"
import { isPostmaster, readPostmaster } from "./postmaster.ts"

export type Backup = {
  directory: (name: string) => Promise<void>
  /** A file that is gone by now is left out. */
  file: (name: string, source: string) => Promise<void>
  text: (name: string, text: string) => Promise<void>
}

export type ClusterOptions = {
  backup: Backup
  /** Called shortly before and right after the moment whose state the backup has. */
  nearMoment: () => Promise<void>
}

/** Of the cluster in a backup. */
const CLUSTER = "postgres/data"
/** Postgres makes their contents again at every start, but not the directories. */
const EMPTY = /^(pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/
const LEFT_OUT = /^(backup_label|pg_internal\.init.*|pgsql_tmp.*)$/
const SEGMENT = /^[0-9A-F]{24}$/

/** Whether a Postgres works in the cluster of `home`, started or about to be. */
export const isClusterOpen = (home: string) => {
  const cluster = path.join(home, "data")
  const found = readPostmaster(cluster)
  return found !== null && isPostmaster(found.pid, cluster)
}

/** `home` is DATA_DIR/postgres. If no Postgres runs there, none may be started until this is done. */
export const backUpCluster = async (home: string, options: ClusterOptions): Promise<void> => {
  if (isClusterOpen(home)) return backUpRunning(home, options)
  const { backup, nearMoment } = options
  await addTree(backup, path.join(home, "data"), CLUSTER)
  await nearMoment()
}

// Postgres' own way for a base backup: its files as they are while people write, and the log that makes them consistent.
const backUpRunning = async (home: string, { backup, nearMoment }: ClusterOptions) => {
  const cluster = path.join(home, "data")
  const { password, port } = JSON.parse(fs.readFileSync(path.join(home, "access.json"), "utf8"))
  // The backup belongs to its connection, which therefore is one and is never renewed.
  const sql = postgres(`postgres://supabase_admin:${password}@127.0.0.1:${port}/postgres`, {
    max: 1,
    max_lifetime: null,
    idle_timeout: 0,
    connect_timeout: 30,
    fetch_types: false,
    onnotice: () => {},
  })
  try {
    // Keeps the log from being recycled until the connection ends.
    await sql`select pg_create_physical_replication_slot(${`laneway_backup_${process.pid}`}, true, true)`
    const [start] = await sql<
      { segment: string }[]
    >`select pg_walfile_name(pg_backup_start('laneway', true)) as segment`
    await addTree(backup, cluster, CLUSTER, /^pg_wal$/)
    await nearMoment()
    const [end] = await sql<{ segment: string; label: string }[]>`
      select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(false)`
    await nearMoment()
    if (!start || !end) throw new Error("Postgres has not said where the backup begins and ends.")
    await backup.text("postgres/data/backup_label", end.label)
    const log = path.join(cluster, "pg_wal")
    for (const name of fs.readdirSync(log).sort())
      if (SEGMENT.test(name) && name >= start.segment && name <= end.segment)
        await backup.file(`postgres/data/pg_wal/${name}`, path.join(log, name))
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const addTree = async (backup: Backup, directory: string, name: string, empty = /^$/) => {
  await backup.directory(name)
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name) || (name === CLUSTER && !isOfCluster(entry.name))) continue
    const [inside, file] = [`${name}/${entry.name}`, path.join(directory, entry.name)]
    if (entry.isFile()) await backup.file(inside, file)
    else if (!entry.isDirectory()) continue
    else if (EMPTY.test(entry.name) || empty.test(entry.name)) await backup.directory(inside)
    else await addTree(backup, file, inside, empty)
  }
}
