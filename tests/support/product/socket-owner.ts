// ownerOf(port, pids): which of these processes connects from a port of this machine, as Linux has it under /proc.
import fs from "node:fs"

export const ownerOf = (port: number, pids: readonly number[]): number | undefined => {
  const local = `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`
  const rows = fs.readFileSync("/proc/net/tcp", "utf8").split("\n")
  const inode = rows.map((row) => row.trim().split(/\s+/)).find((row) => row[1] === local)?.[9]
  return inode === undefined ? undefined : pids.find((pid) => filesOf(pid).includes(`socket:[${inode}]`))
}

const filesOf = (pid: number) =>
  orNone(() => fs.readdirSync(`/proc/${pid}/fd`)).flatMap((file) =>
    orNone(() => [fs.readlinkSync(`/proc/${pid}/fd/${file}`)]),
  )

/** Files close and processes end at any time. */
const orNone = (read: () => string[]) => {
  try {
    return read()
  } catch {
    return []
  }
}
