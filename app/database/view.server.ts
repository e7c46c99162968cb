import type { Filter, View } from "~/contract/view"
import type { Admission } from "./admission.server"
import { db } from "./connection.server"

/** The person's own views of the plan and those shared with it, in their order; with `id`, that one. */
export const viewsOf = async ({ person, planId }: Admission, id?: number): Promise<View[]> => {
  const rows = await db()<{ view: View }[]>`
    select to_jsonb(v) as view from api.view v
    where v."planId" = ${planId} and (v.shared or v."ownerId" = ${person}) ${id === undefined ? db()`` : db()`and v.id = ${id}`}
    order by v."order", v.id`
  return rows.map(({ view }) => view)
}

type Named = Pick<Filter, "ownerIds" | "goalIds" | "labelIds">

/** The ids that the filter names and the plan has none of, by field. */
export const unknownIn = async ({ planId }: Admission, { ownerIds = [], goalIds = [], labelIds = [] }: Named) => {
  const owners = JSON.stringify(ownerIds.filter((id) => id !== null))
  const [row] = await db()<Record<keyof Named, number[]>[]>`
    select
      coalesce((select json_agg(o.id) from jsonb_array_elements_text(${owners}::text::jsonb) o(id)
        where app.role_in(o.id::bigint, ${planId}) is null), '[]') as "ownerIds",
      coalesce((select json_agg(g.id) from jsonb_array_elements_text(${JSON.stringify(goalIds)}::text::jsonb) g(id)
        where not exists (select from api.goal v where v.id = g.id::bigint and v."planId" = ${planId})), '[]') as "goalIds",
      coalesce((select json_agg(l.id) from jsonb_array_elements_text(${JSON.stringify(labelIds)}::text::jsonb) l(id)
        where not exists (select from api.label v where v.id = l.id::bigint and v."planId" = ${planId})), '[]') as "labelIds"`
  return row ?? { ownerIds: [], goalIds: [], labelIds: [] }
}
