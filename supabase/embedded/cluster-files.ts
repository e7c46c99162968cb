// isOfCluster(name): what a backup takes of a cluster. configureCluster(cluster): the configuration it then starts with.
import fs from "node:fs"
import path from "node:path"

/** Names in a cluster's directory. Files that configure Postgres, or tell it what to do at its start, are not among them. */
const OWN =
  /^(PG_VERSION|backup_label|base|global|pg_(commit_ts|dynshmem|logical|multixact|notify|replslot|serial|snapshots|stat|stat_tmp|subtrans|tblspc|twophase|wal|xact))$/

export const isOfCluster = (name: string) => OWN.test(name)

/** As initdb writes it; the rest is given to each start. */
const FILES = {
  "postgresql.conf": [
    "datestyle = 'iso, mdy'",
    ...["messages", "monetary", "numeric", "time"].map((kind) => `lc_${kind} = 'C'`),
    "default_text_search_config = 'pg_catalog.english'",
  ],
  "postgresql.auto.conf": [],
  "pg_hba.conf": [
    "local all all scram-sha-256",
    "host all all 127.0.0.1/32 scram-sha-256",
    "host all all ::1/128 scram-sha-256",
  ],
  "pg_ident.conf": [],
}

export const configureCluster = (cluster: string) => {
  for (const [name, lines] of Object.entries(FILES))
    fs.writeFileSync(path.join(cluster, name), lines.map((line) => `${line}\n`).join(""), { mode: 0o600, flag: "wx" })
}
