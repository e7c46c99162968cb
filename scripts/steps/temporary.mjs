// temporary(): the directory for temporary files of tests, in memory where there is room.
import fs from "node:fs"
import os from "node:os"

const memory = "/dev/shm"
const NEEDED_BYTES = 4 * 1024 ** 3

/** Nearly every test file copies a database, file by file: on a disk that takes a third of a second. */
export const temporary = () => {
  if (!fs.existsSync(memory)) return os.tmpdir()
  const { bavail, bsize } = fs.statfsSync(memory)
  return bavail * bsize < NEEDED_BYTES || os.freemem() < NEEDED_BYTES ? os.tmpdir() : memory
}
