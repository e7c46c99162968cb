import { useCallback, useState } from "react"
import { callPage } from "~/client/api"
import { adminCalls } from "~/contract/admin"
import { localeInForce } from "~/contract/language/format"
import { amount } from "~/contract/quota"
import { Choice } from "~/ui/admin/choice"
import { ListFrame } from "~/ui/admin/list-frame"
import { adminTexts as words } from "~/ui/admin/texts"
import { useAdminList } from "~/ui/admin/use-list"
import { atTime } from "~/ui/parts/dates"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { common } from "~/ui/parts/texts"

const columns = () => [
  { name: words.plan },
  { name: words.owner },
  { name: words.members, isFigure: true },
  { name: words.tasks, isFigure: true },
  { name: words.files, isFigure: true },
  { name: words.size, isFigure: true },
  { name: words.lastEdit },
]

type Sort = "lastEdit" | "newest"

/** Names and sizes; an administrator sees no plan's contents here. */
export const PlanTable = () => {
  const [sort, setSort] = useState<Sort>("lastEdit")
  const load = useCallback(
    (q: string, before: number | undefined) => callPage(adminCalls.plans, { q, before, sort }),
    [sort],
  )
  const list = useAdminList(load)
  const sorted = (next: string) => {
    setSort(next as Sort)
    list.restart()
  }
  const options = [["lastEdit", words.lastEdit] as const, ["newest", words.newest] as const]
  return (
    <ListFrame
      list={list}
      search={words.searchPlans}
      filter={<Choice label={words.sortedBy} value={sort} options={options} onChange={sorted} />}
      empty={words.noPlans}
      columns={columns()}
    >
      {(rows) =>
        rows.map(({ id, name, imageUrl, ownerName, members, tasks, files, bytes, lastEdit }) => (
          <tr key={id}>
            <td data-label={words.plan}>
              <span className="admin-name">
                <PlanPicture planId={id} url={imageUrl} className="admin-picture" width={24} height={22} />
                <span className="truncate" dir="auto">
                  {name || common.untitledPlan}
                </span>
              </span>
            </td>
            <td data-label={words.owner}>
              <span dir="auto">{ownerName}</span>
            </td>
            <td className="figure" data-label={words.members}>
              {amount("count", members, localeInForce())}
            </td>
            <td className="figure" data-label={words.tasks}>
              {amount("count", tasks, localeInForce())}
            </td>
            <td className="figure" data-label={words.files}>
              {amount("count", files, localeInForce())}
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
