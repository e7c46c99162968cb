import { useCallback, useState } from "react"
import { call, callListPage } from "~/client/api"
import { serverNow } from "~/client/server-clock"
import { type Account, adminCalls } from "~/contract/admin"
import type { SystemRole } from "~/contract/role"
import { userCalls } from "~/contract/user"
import { daysLeft } from "~/rules/billing"
import { billing } from "~/ui/account/billing-texts"
import { Choice, ListFrame } from "~/ui/admin/list-frame"
import { State } from "~/ui/admin/state"
import { adminTexts as words } from "~/ui/admin/texts"
import { useAdminList } from "~/ui/admin/use-list"
import { Avatar } from "~/ui/parts/avatar"
import { atTime } from "~/ui/parts/dates"
import { useMessage } from "~/ui/parts/dialog/use-message"
import { RowMenu } from "~/ui/parts/row-menu"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { roleQuestion } from "~/ui/settings/role-select"
import { planAdmin } from "~/ui/settings/texts"
import { topBar } from "~/ui/top-bar/texts"

const columns = (hasBilling: boolean) => [
  { name: words.account },
  { name: words.systemRole },
  ...(hasBilling ? [{ name: words.subscription }] : []),
  { name: words.plans, isFigure: true },
  { name: words.lastSeen },
  { name: words.state },
  { name: words.menu, isHidden: true },
]

type RoleText = "0" | "1" | "2" | "3"

export const Accounts = ({ me }: { me: number }) => {
  const [role, setRoleShown] = useState<RoleText | "">("")
  const load = useCallback(
    (q: string, before: number | undefined) =>
      callListPage(adminCalls.accounts, { q, before, ...(role !== "" && { role }) }),
    [role],
  )
  const list = useAdminList(load)
  const [message, show] = useMessage()
  const save = async (account: Account, next: Partial<Account>, work: () => Promise<unknown>) => {
    list.change(account.id, { ...account, ...next })
    try {
      await work()
      // A page whose load began before this has the account as it was.
      list.reload()
      return true
    } catch (thrown) {
      list.change(account.id, account)
      showToast({ kind: "error", text: messageOf(thrown, words.notChanged) })
      return false
    }
  }
  const setRole = async (account: Account, role: SystemRole) => {
    const { id, userName, role: from } = account
    const question = roleQuestion({ userName, from, to: role, self: id === me })
    const confirm = planAdmin.changeRole
    if (question && !(await show({ kind: "question", ...question, confirm, danger: true }))) return
    await save(account, { role }, () => call(userCalls.update, { id, role }))
  }
  const setEnabled = async (account: Account, enabled: boolean) => {
    const { id, userName } = account
    const title = planAdmin.disableAccountQuestion(userName)
    const question = { kind: "question", title, text: planAdmin.disableAccountText, danger: true } as const
    if (!enabled && !(await show({ ...question, confirm: planAdmin.disableAccount }))) return
    await save(account, { enabled }, () => call(userCalls.enable, { userId: id, enabled }))
  }
  const endSessions = async (account: Account) => {
    const done = await save(account, {}, () => call(adminCalls.endSessions, { id: account.id }))
    if (done) showToast({ kind: "success", text: words.sessionsEnded(account.userName) })
  }
  const hasBilling = list.rows?.some(({ subscription }) => subscription) ?? false

  return (
    <>
      {message}
      <ListFrame
        list={list}
        search={words.searchAccounts}
        filter={
          <Choice
            label={words.roleShown}
            value={role}
            options={[["", words.allRoles], ...Object.entries(planAdmin.systemRoles)]}
            onChange={(value) => {
              setRoleShown(value as RoleText | "")
              list.restart()
            }}
          />
        }
        empty={words.noAccounts}
        columns={columns(hasBilling)}
      >
        {(rows) =>
          rows.map((account) => {
            const { id, userName, email, role, plans, lastSeenAt, enabled, subscription } = account
            return (
              <tr key={id}>
                <td data-label={words.account}>
                  <span className="row slim admin-name">
                    <Avatar person={{ id, userName }} size={24} />
                    <span className="truncate" dir="auto">
                      {userName}
                    </span>
                    <span className="muted truncate admin-address" dir="auto" data-tip={email}>
                      {email}
                    </span>
                  </span>
                </td>
                <td data-label={words.systemRole}>
                  <select
                    className="input quiet"
                    aria-label={words.roleOf(userName)}
                    value={role}
                    onChange={({ target }) => setRole(account, Number(target.value) as SystemRole)}
                  >
                    {Object.entries(planAdmin.systemRoles).map(([value, name]) => (
                      <option key={value} value={value}>
                        {name}
                      </option>
                    ))}
                  </select>
                </td>
                {hasBilling && (
                  <td data-label={words.subscription} className={subscription?.status === 3 ? "admin-due" : undefined}>
                    {subscription && standing(subscription)}
                  </td>
                )}
                <td className="numeric" data-label={words.plans}>
                  {plans}
                </td>
                <td data-label={words.lastSeen}>{lastSeenAt ? atTime(lastSeenAt) : words.never}</td>
                <td data-label={words.state}>
                  <State good={enabled}>{enabled ? words.enabled : words.disabled}</State>
                </td>
                <td className="admin-menu">
                  {id !== me && (
                    <RowMenu
                      name={userName}
                      items={[
                        {
                          label: enabled ? words.disable : words.enable,
                          onAction: () => setEnabled(account, !enabled),
                        },
                        { label: words.endSessions, isDisabled: !enabled, onAction: () => endSessions(account) },
                      ]}
                    />
                  )}
                </td>
              </tr>
            )
          })
        }
      </ListFrame>
    </>
  )
}

const standing = ({ status, stripeTrialEnd }: NonNullable<Account["subscription"]>) =>
  status === 2 && stripeTrialEnd ? topBar.daysLeft(daysLeft(stripeTrialEnd, serverNow())) : billing.statuses[status]
