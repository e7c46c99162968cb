import type { Label } from "~/contract/label"
import type { Admission } from "./admission.server"
import { db } from "./connection.server"

/** The labels of a plan, by order. */
export const labelsOf = async ({ planId }: Admission): Promise<Label[]> => {
  const rows = await db()<{ label: Label }[]>`
    select to_jsonb(v) as label from api.label v where v."planId" = ${planId} order by v."order", v.id`
  return rows.map(({ label }) => label)
}
