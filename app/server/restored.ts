// endRestoredAccess(dataDir, url): after a restore, ends every way in that the backup held, before anybody is served.
import fs from "node:fs"
import path from "node:path"
import postgres from "postgres"

/** In DATA_DIR from a restore until the first start after it. */
export const RESTORED = ".restored"

/** Whether a backup was restored. */
export const endRestoredAccess = async (dataDir: string, url: string): Promise<boolean> => {
  const mark = path.join(dataDir, RESTORED)
  if (!fs.existsSync(mark)) return false
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql`select app.end_access()`
  } finally {
    await sql.end({ timeout: 5 })
  }
  fs.rmSync(mark)
  return true
}
