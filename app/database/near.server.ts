import type { PendingQuery, Row } from "postgres"
import type { Goal } from "~/contract/goal"
import type { Item } from "~/contract/item"
import type { Task } from "~/contract/task"
import type { Admission } from "./admission.server"
import { db } from "./connection.server"

/** The rows of one list by their order: whether an order is taken there, and the rows around it. */

type Fragment = PendingQuery<Row[]>
type List = { of: "goals" | "list" | "lanes" | "tasks"; itemId?: number; type?: number }
/** The list in which the row `id` takes an order. */
export type NearWanted = List & { order: number; id?: number }

const listed = (planId: number, list: List): Fragment => {
  const live = db()`n.plan_id = ${planId} and n.deletion_id is null`
  if (list.of === "goals") return live
  if (list.of === "list") return db()`${live} and n.type = 0 and n.focus_date is null and n.completed_date is null`
  if (list.of === "lanes") return db()`${live} and n.focus_date is not null and n.completed_date is null`
  return db()`${live} and n.item_id = ${list.itemId ?? null}::bigint and n.type = ${list.type ?? null}::smallint`
}

const entities = { goals: "goal", list: "item", lanes: "item", tasks: "task" } as const
const key = (of: List["of"]): Fragment => (of === "lanes" ? db()`n.focus_order` : db()`n."order"`)

/**
 * A SQL expression: whether a row other than `id` has the order. For tasks, an absent item or type defaults to that of
 * the row `id`.
 */
export const isTaken = (planId: number, { of, order, id = 0, itemId, type }: NearWanted): Fragment =>
  of === "tasks"
    ? db()`app.is_taken(${planId}, ${of}, ${order}, ${id},
        coalesce(${itemId ?? null}::bigint, (select t.item_id from app.task t where t.id = ${id}::bigint)),
        coalesce(${type ?? null}::integer, (select case t.type when 2 then 0 else t.type end from app.task t where t.id = ${id}::bigint)))`
    : db()`app.is_taken(${planId}, ${of}, ${order}, ${id}, null, null)`

export type NearRow = { version: number; row: Goal | Item | Task }

/** The rows at `order`, with up to `reach` rows before and after it, sorted. */
export const readNear = async (
  { planId }: Admission,
  { list, order, reach }: { list: List; order: number; reach: number },
): Promise<NearRow[]> => {
  const [entity, by] = [entities[list.of], key(list.of)]
  const [table, where] = [db()(`app.${entity}`), listed(planId, list)]
  return db()<NearRow[]>`
    select n.version, row_to_json(v) as row from (
      (select n.id from ${table} n where ${where} and ${by} < ${order}::int order by ${by} desc, n.id desc limit ${reach})
      union all select n.id from ${table} n where ${where} and ${by} = ${order}::int
      union all (select n.id from ${table} n where ${where} and ${by} > ${order}::int order by ${by}, n.id limit ${reach})) found
    join ${table} n on n.id = found.id join ${db()(`api.${entity}`)} v on v.id = n.id order by ${by}, n.id`
}
