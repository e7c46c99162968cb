import { callPage } from "~/client/api"
import { adminCalls } from "~/contract/admin"
import { localeInForce } from "~/contract/language/format"
import { amount } from "~/contract/quota"
import { ListFrame } from "~/ui/admin/list-frame"
import { adminTexts as words } from "~/ui/admin/texts"
import { useAdminList } from "~/ui/admin/use-list"
import { atTime } from "~/ui/parts/dates"
import { common } from "~/ui/parts/texts"

const load = (q: string, before: number | undefined) => callPage(adminCalls.plans, { q, before })

const columns = () => [
  { name: words.plan },
  { name: words.owner },
  { name: words.members, isFigure: true },
  { name: words.tasks, isFigure: true },
  { name: words.size, isFigure: true },
  { name: words.lastEdit },
]

/** Names and sizes; an administrator sees no plan's contents here. */
export const PlanTable = () => {
  const list = useAdminList(load)
  return (
    <ListFrame list={list} search={words.searchPlans} empty={words.noPlans} columns={columns()}>
      {(rows) =>
        rows.map(({ id, name, ownerName, members, tasks, bytes, lastEdit }) => (
          <tr key={id}>
            <td data-label={words.plan}>
              <span dir="auto">{name || common.untitledPlan}</span>
            </td>
            <td data-label={words.owner}>
              <span dir="auto">{ownerName}</span>
            </td>
            <td className="figure" data-label={words.members}>
              {members}
            </td>
            <td className="figure" data-label={words.tasks}>
              {tasks}
            </td>
            <td className="figure" data-label={words.size}>
              {amount("bytes", bytes, localeInForce())}
            </td>
            <td data-label={words.lastEdit}>{atTime(lastEdit)}</td>
          </tr>
        ))
      }
    </ListFrame>
  )
}
