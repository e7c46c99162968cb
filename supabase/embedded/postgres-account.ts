// accountFor, ownAccount: the operating system's account that runs Postgres.
import { randomInt } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import type { Account } from "./postgres-binaries.ts"

/** Unassigned on Linux, and below 65,536, so that a container without more ids has them. */
const FIRST_UID = 60_578
const LAST_UID = 61_183

/** Postgres refuses to run as root: the account of a cluster's owner. Null: this process's own account. */
export const accountFor = (cluster: string): Account | null => {
  const self = process.getuid?.()
  if (self === undefined) return null
  const owner = fs.statSync(cluster, { throwIfNoEntry: false })
  if (self !== 0) {
    if (owner && owner.uid !== self)
      throw new Error(
        `${cluster} belongs to user id ${owner.uid}, this process runs as ${self}: start as that user or as root, or choose another DATA_DIR.`,
      )
    return null
  }
  return owner ? { uid: owner.uid, gid: owner.gid } : nobody()
}

const nobody = (): Account => {
  const fields = passwd().find(([name]) => name === "nobody")
  return { uid: Number(fields?.[2] ?? 65534), gid: Number(fields?.[3] ?? 65534) }
}

const passwd = () =>
  fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))

/**
 * Gives the files of a cluster that doesn't run to an account of its own, unless they have one: what else runs as root's or
 * nobody's must not reach them. Only initdb needs an account that has a name, so a new cluster is made as nobody.
 */
export const ownAccount = (cluster: string, account: Account | null): Account | null => {
  if (!account || (account.uid !== 0 && account.uid !== nobody().uid)) return account
  const taken = new Set(passwd().map(([, , uid]) => Number(uid)))
  let uid = randomInt(FIRST_UID, LAST_UID + 1)
  while (taken.has(uid)) uid = randomInt(FIRST_UID, LAST_UID + 1)
  chownTree(cluster, { uid, gid: uid })
  return { uid, gid: uid }
}

/** The directory itself last: until then an interrupted change begins again. */
const chownTree = (file: string, account: Account) => {
  if (fs.lstatSync(file).isDirectory())
    for (const name of fs.readdirSync(file)) chownTree(path.join(file, name), account)
  fs.lchownSync(file, account.uid, account.gid)
}
