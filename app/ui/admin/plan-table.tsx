import { useNavigate, useRevalidator } from "@remix-run/react"
import { useCallback, useState } from "react"
import { call, callListPage } from "~/client/api"
import { selectedPlan } from "~/client/memory/selected-plan"
import { type AdministeredPlan, adminCalls } from "~/contract/admin"
import { planCalls } from "~/contract/plan"
import { type BoardLink, boardOfPlan } from "~/contract/shared/deep-link"
import { amount } from "~/contract/shared/language/format"
import { Choice, ListFrame } from "~/ui/admin/list-frame"
import { adminTexts as words } from "~/ui/admin/texts"
import { useAdminList } from "~/ui/admin/use-list"
import { atTime } from "~/ui/parts/dates"
import { useMessage } from "~/ui/parts/dialog/use-message"
import { PlanPicture } from "~/ui/parts/plan-picture"
import { RowMenu } from "~/ui/parts/row-menu"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { PlanNamed } from "~/ui/settings/plan-named"
import { planAdmin } from "~/ui/settings/texts"

const columns = () => [
  { name: words.plan },
  { name: words.owner },
  { name: words.members, isFigure: true },
  { name: words.tasks, isFigure: true },
  { name: words.files, isFigure: true },
  { name: words.size, isFigure: true },
  { name: words.lastEdit },
  { name: words.menu, isHidden: true },
]

type Sort = "lastEdit" | "newest"

/** Names and sizes; an administrator sees no plan's contents here. The menu leads into the plan, which is as open to them as to its own admins. */
export const PlanTable = ({ me }: { me: number }) => {
  const [sort, setSort] = useState<Sort>("lastEdit")
  const load = useCallback(
    (q: string, before: number | undefined) => callListPage(adminCalls.plans, { q, before, sort }),
    [sort],
  )
  const list = useAdminList(load)
  const [message, show] = useMessage()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const open = (planId: number, link?: BoardLink) => {
    selectedPlan.write(planId)
    navigate(boardOfPlan(planId, link))
  }
  const remove = async (plan: AdministeredPlan) => {
    const { id, name, ownerName } = plan
    const confirmed = await show({
      kind: "question",
      title: planAdmin.deleteQuestion,
      text: words.planOf(name || common.untitledPlan, ownerName),
      about: <PlanNamed plan={plan} userId={me} />,
      more: planAdmin.deleteText,
      confirm: common.delete,
      danger: true,
    })
    if (!confirmed) return
    try {
      await call(planCalls.remove, { planId: id })
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, planAdmin.deleteFailed) })
      return
    }
    if (selectedPlan.read() === id) selectedPlan.clear()
    list.change(id, null)
    revalidate()
  }
  const sorted = (next: string) => {
    setSort(next as Sort)
    list.restart()
  }
  const options = [["lastEdit", words.lastEdit] as const, ["newest", words.newest] as const]
  return (
    <>
      {message}
      <ListFrame
        list={list}
        search={words.searchPlans}
        filter={<Choice label={words.sortedBy} value={sort} options={options} onChange={sorted} />}
        empty={words.noPlans}
        columns={columns()}
      >
        {(rows) =>
          rows.map((plan) => {
            const { id, name, imageUrl, ownerName, members, tasks, files, bytes, lastEdit } = plan
            return (
              <tr key={id}>
                <td data-label={words.plan}>
                  <span className="row slim admin-name">
                    <PlanPicture planId={id} url={imageUrl} className="admin-picture rigid" width={24} height={22} />
                    <span className="truncate" dir="auto">
                      {name || common.untitledPlan}
                    </span>
                  </span>
                </td>
                <td data-label={words.owner}>
                  <span className="truncate admin-owner" dir="auto">
                    {ownerName}
                  </span>
                </td>
                <td className="numeric" data-label={words.members}>
                  {amount("count", members)}
                </td>
                <td className="numeric" data-label={words.tasks}>
                  {amount("count", tasks)}
                </td>
                <td className="numeric" data-label={words.files}>
                  {amount("count", files)}
                </td>
                <td className="numeric" data-label={words.size}>
                  {amount("bytes", bytes)}
                </td>
                <td data-label={words.lastEdit}>{atTime(lastEdit)}</td>
                <td className="admin-menu">
                  <RowMenu
                    name={name || common.untitledPlan}
                    items={[
                      { label: words.openPlan, onAction: () => open(id) },
                      { label: words.planSettings, onAction: () => open(id, { type: "settings" }) },
                      { label: planAdmin.deleteSection, onAction: () => remove(plan) },
                    ]}
                  />
                </td>
              </tr>
            )
          })
        }
      </ListFrame>
    </>
  )
}
