// keyFor(file, secret), keysOf(file, secret): what a backup is sealed with: BACKUP_SECRET, or else the key in FILE.key.
import { randomBytes } from "node:crypto"
import fs from "node:fs/promises"
import { allTheSame } from "./backup-seal"

/** `BACKUP_SECRET`; null: none is set. */
type Secret = string | null

export const keyFileOf = (file: string) => `${file}.key`

/** `keep`: stores the key beside the file, where that is its only place. */
export const keyFor = async (file: string, secret: Secret): Promise<{ key: string; keep: () => Promise<void> }> => {
  if (secret) return { key: secret, keep: async () => {} }
  const before = await stored(file)
  const key = before ?? randomBytes(32).toString("base64url")
  const keep = async () => {
    if (before === null) await fs.writeFile(keyFileOf(file), `${key}\n`, { mode: 0o600, flag: "wx" })
  }
  return { key, keep }
}

/** Throws where there is no key at all. */
export const keysOf = async (file: string, secret: Secret): Promise<string[]> => {
  const keys = [secret, await stored(file)].filter((key) => key !== null)
  if (keys.length === 0)
    throw new Error(
      `it is sealed, and its key is missing: set BACKUP_SECRET, or put the key into ${keyFileOf(file)}${allTheSame}`,
    )
  return keys
}

const stored = async (file: string): Promise<string | null> => {
  const text = await fs.readFile(keyFileOf(file), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return ""
    throw error
  })
  return text.trim() || null
}
