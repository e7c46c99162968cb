import type { Admission } from "./admission.server"
import { db } from "./connection.server"

type Waiter = "item" | "task"
export type Waited = { entity: Waiter; id: number }

/** Which cards of the plan wait for which, as a guard compares it. */
export const waitsState = async ({ planId }: Admission, of: Waiter): Promise<string> => {
  const [row] = await db()<{ state: string }[]>`select app.state_of(${`${of}Waits`}, ${planId}, 0) as state`
  return row?.state ?? ""
}

/** The results of a goal, as a guard compares them. */
export const resultsState = async (goalId: number): Promise<string> => {
  const [row] = await db()<{ state: string }[]>`select app.state_of('results', ${goalId}, 0) as state`
  return row?.state ?? ""
}

/** Of each card, the open ones that wait for it, as a guard compares them: "7: 9:3,4" if 9 also waits for 3 and 4, which are open. */
export const waitersOf = async (cards: readonly Waited[]): Promise<string[]> => {
  const rows = await db()<{ waiters: string }[]>`
    select app.waiters(c ->> 'entity', (c -> 'id')::bigint) as waiters
    from jsonb_array_elements(${JSON.stringify(cards)}::text::jsonb) with ordinality x(c, n) order by n`
  return rows.map(({ waiters }) => waiters)
}

/** What cards are called, and who owns them. */
export const ownersOf = async ({ planId }: Admission, cards: readonly Waited[]) =>
  db()<(Waited & { name: string; owner: number })[]>`
    select c.entity, c.id, coalesce(nullif(btrim(i.topic), ''), i.description, t.description) as name, coalesce(i.owner_id, t.owner_id) as owner
    from jsonb_to_recordset(${JSON.stringify(cards)}::text::jsonb) c(entity text, id bigint)
      left join app.item i on c.entity = 'item' and i.id = c.id left join app.task t on c.entity = 'task' and t.id = c.id
    where coalesce(i.plan_id, t.plan_id) = ${planId} and coalesce(i.owner_id, t.owner_id) is not null order by c.entity, c.id`
