import type { Prompt } from "~/contract/prompt"
import { limits } from "~/contract/shared/bounds"
import type { Admission } from "./admission.server"
import { db } from "./connection.server"

/** A page of the person's own prompts and those of their plans; with `plan`, their own and that plan's. By name, after `before`. */
export const promptsFor = async (
  person: number,
  { id, plan, before }: { id?: number; plan?: Admission | undefined; before?: number | undefined },
) => {
  const planId = plan?.planId
  const { bytes, rows } = limits.listPage
  const page = await db()<{ prompt: Prompt; more: boolean }[]>`
    with found as (select r.id, row_number() over place as nth, sum(octet_length(r.text)) over place as upto from app.prompt r
    where (case when r.plan_id is null then r.owner_id = ${person} else app.role_in(${person}, r.plan_id) is not null end)
      ${id === undefined ? db()`` : db()`and r.id = ${id}`}
      ${planId === undefined ? db()`` : db()`and (r.plan_id is null or r.plan_id = ${planId})`}
      ${id === undefined && planId === undefined ? db()`and (r.plan_id is null or exists (select from app.membership m where m.plan_id = r.plan_id and m.person_id = ${person}))` : db()``}
      ${before === undefined ? db()`` : db()`and (lower(r.name), r.id) > (select lower(b.name), b.id from app.prompt b where b.id = ${before})`}
    window place as (order by lower(r.name), r.id rows unbounded preceding)),
    page as (select id, nth from found where nth = 1 or (upto <= ${bytes} and nth <= ${rows}))
    select to_jsonb(v) as prompt, (select count(*) from page) < (select count(*) from found) as more
    from page join api.prompt v on v.id = page.id order by page.nth`
  return { prompts: page.map(({ prompt }) => prompt), more: page[0]?.more ?? false }
}
