import { call, callPage } from "~/client/api"
import { type Account, adminCalls } from "~/contract/admin"
import type { SystemRole } from "~/contract/role"
import { userCalls } from "~/contract/user"
import { ListFrame } from "~/ui/admin/list-frame"
import { State } from "~/ui/admin/state"
import { adminTexts as words } from "~/ui/admin/texts"
import { useAdminList } from "~/ui/admin/use-list"
import { Avatar } from "~/ui/parts/avatar"
import { Button } from "~/ui/parts/button"
import { atTime } from "~/ui/parts/dates"
import { messageOf } from "~/ui/parts/message-of"
import { showToast } from "~/ui/parts/toast"
import { planAdmin } from "~/ui/settings/texts"

const load = (q: string, before: number | undefined) => callPage(adminCalls.accounts, { q, before })

const columns = () => [
  { name: words.account },
  { name: words.systemRole },
  { name: words.plans, isFigure: true },
  { name: words.lastSeen },
  { name: words.state },
]

export const Accounts = ({ me }: { me: number }) => {
  const list = useAdminList(load)
  const save = async (account: Account, next: Partial<Account>, work: () => Promise<unknown>) => {
    list.change(account.id, { ...account, ...next })
    try {
      await work()
    } catch (thrown) {
      list.change(account.id, account)
      showToast({ kind: "error", text: messageOf(thrown, words.notChanged) })
    }
  }
  const setRole = (account: Account, role: SystemRole) =>
    save(account, { role }, () => call(userCalls.update, { id: account.id, role }))
  const setEnabled = (account: Account, enabled: boolean) =>
    save(account, { enabled }, () => call(userCalls.enable, { userId: account.id, enabled }))

  return (
    <ListFrame list={list} search={words.searchAccounts} empty={words.noAccounts} columns={columns()}>
      {(rows) =>
        rows.map((account) => {
          const { id, userName, email, role, plans, lastSeenAt, enabled } = account
          return (
            <tr key={id}>
              <td data-label={words.account}>
                <span className="admin-name">
                  <Avatar person={{ id, userName }} size={24} />
                  <span className="truncate" dir="auto">
                    {userName}
                  </span>
                  <span className="muted truncate">{email}</span>
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
              <td className="figure" data-label={words.plans}>
                {plans}
              </td>
              <td data-label={words.lastSeen}>{lastSeenAt ? atTime(lastSeenAt) : words.never}</td>
              <td data-label={words.state}>
                <span className="admin-state">
                  <State good={enabled}>{enabled ? words.enabled : words.disabled}</State>
                  {id !== me && (
                    <Button
                      size="small"
                      variant="ghost"
                      aria-label={enabled ? words.disableOf(userName) : words.enableOf(userName)}
                      onClick={() => setEnabled(account, !enabled)}
                    >
                      {enabled ? words.disable : words.enable}
                    </Button>
                  )}
                </span>
              </td>
            </tr>
          )
        })
      }
    </ListFrame>
  )
}
