import type { Prompt } from "~/contract/prompt"
import { db } from "./connection.server"

/** The person's own prompts and those of their plans; with `planId`, their own and that plan's. */
export const promptsFor = async (
  person: number,
  { id, planId }: { id?: number; planId?: number },
): Promise<Prompt[]> => {
  const rows = await db()<{ prompt: Prompt }[]>`
    select to_jsonb(v) as prompt from app.prompt r join api.prompt v on v.id = r.id
    where (case when r.plan_id is null then r.owner_id = ${person} else app.role_in(${person}, r.plan_id) is not null end)
      ${id === undefined ? db()`` : db()`and r.id = ${id}`}
      ${planId === undefined ? db()`` : db()`and (r.plan_id is null or r.plan_id = ${planId})`}
      ${id === undefined && planId === undefined ? db()`and (r.plan_id is null or exists (select from app.membership m where m.plan_id = r.plan_id and m.person_id = ${person}))` : db()``}
    order by lower(r.name), r.id`
  return rows.map(({ prompt }) => prompt)
}
