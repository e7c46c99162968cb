import { db } from "./connection.server"

/** The person's time zone, null for UTC, and ids for tasks. */
export const zoneAndIds = async (person: number | null, count: number) => {
  const [row] = await db()<{ timeZone: string | null; ids: number[] }[]>`
    select (select time_zone from app.person where id = ${person}) as "timeZone",
      coalesce((select json_agg(nextval('app.task_id_seq')) from generate_series(1, ${count}::int)), '[]') as ids`
  return row ?? { timeZone: null, ids: [] }
}
