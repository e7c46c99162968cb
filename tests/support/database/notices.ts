// openNotices(url): what the database announces to the realtime gateway, so that a test sees that nothing is announced and does not wait for it.
import { randomUUID } from "node:crypto"
import postgres from "postgres"
import { createAssembler } from "../../../supabase/embedded/realtime-notices.ts"

/** `payload`: JSON. */
export type Notice = { topic: string; event: string; payload: string }

export const openNotices = async (url: string) => {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} })
  const marks = new Map<string, () => void>()
  let told: Notice[] = []
  const assemble = createAssembler((topic, { event, payload }) => {
    told.push({ topic, event, payload: String(payload) })
  })
  await sql.listen("realtime_emit", assemble)
  await sql.listen("mark", (mark) => marks.get(mark)?.())
  return {
    /** Those of all commits so far, in their order, that no earlier call has answered. */
    take: async () => {
      const mark = randomUUID()
      const arrived = new Promise<void>((resolve) => void marks.set(mark, resolve))
      // Postgres delivers notices in the order of commits, so all earlier ones have arrived before this one.
      await sql`select pg_notify('mark', ${mark})`
      await arrived
      marks.delete(mark)
      const all = told
      told = []
      return all
    },
    close: () => sql.end({ timeout: 1 }),
  }
}

export type Notices = Awaited<ReturnType<typeof openNotices>>
