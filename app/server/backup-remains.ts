// removeOldLinks(dataDir), removeOldParts(file): what backups have left whose process was killed.
import fs from "node:fs/promises"
import path from "node:path"
import { isAlive } from "../../supabase/embedded/postmaster"

const LINKS = /^\.backup-(\d+)$/
const PARTS = /\.(\d+)\.partial$/

/** They would keep files that people have deleted. */
export const removeOldLinks = async (dataDir: string) => {
  for (const name of await fs.readdir(dataDir)) {
    const pid = LINKS.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await fs.rm(path.join(dataDir, name), { recursive: true, force: true })
  }
}

export const removeOldParts = async (file: string) => {
  const directory = path.dirname(file)
  for (const name of await fs.readdir(directory).catch(() => [])) {
    const pid = name.startsWith(`${path.basename(file)}.`) ? PARTS.exec(name)?.[1] : undefined
    if (pid && !isAlive(Number(pid))) await fs.rm(path.join(directory, name), { force: true })
  }
}
