import type { Label } from "~/contract/label"
import type { Admission } from "./admission.server"
import { db } from "./connection.server"

/** Whether the plan has had this label and it was deleted. */
export const wasDeleted = async ({ planId }: Admission, id: number): Promise<boolean> => {
  const rows = await db()`
    select 1 from app.audit where plan_id = ${planId} and entity = 'label' and entity_id = ${id} and action = 'delete' limit 1`
  return rows.length > 0
}

/** The labels of a plan, by order. */
export const labelsOf = async ({ planId }: Admission): Promise<Label[]> => {
  const rows = await db()<{ label: Label }[]>`
    select to_jsonb(v) as label from api.label v where v."planId" = ${planId} order by v."order", v.id`
  return rows.map(({ label }) => label)
}
