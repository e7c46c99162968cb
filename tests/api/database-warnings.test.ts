// Hosted `realtime.send` turns a fault into a warning: the write succeeds, and its event is lost.
import { afterAll, beforeAll, expect, test } from "vitest"
import { openDatabase } from "~/database/connection.server"
import { type Api, openApi } from "../support/api/api.ts"
import { asSuperuser } from "../support/database/database.ts"

let api: Api
const logged: [string, Record<string, unknown>][] = []

beforeAll(async () => {
  api = await openApi()
  const warn = (message: string, fields: Record<string, unknown>) => void logged.push([message, fields])
  await openDatabase({ url: api.database.url, socket: null, max: 2, prepare: true, warn })
})
afterAll(() => api.close())

test("a message that realtime can't store is logged, once a minute however many are written", async () => {
  const ada = await api.person()
  const { id } = await api.plan(ada)
  const fault = `no partition of relation "messages" found for row`
  await asSuperuser(
    (sql) =>
      sql.unsafe(`
      create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
      language plpgsql as $$ begin raise notice 'of no concern'; raise warning 'WarnSendingBroadcastMessage: %', '${fault}'; end $$`),
    api.database.superUrl,
  )
  for (const name of ["Quay", "Harbour"]) expect((await api.goal(ada, id, { name })).name).toBe(name)
  expect(logged).toEqual([["the database warns", { warning: `WarnSendingBroadcastMessage: ${fault}` }]])
})
