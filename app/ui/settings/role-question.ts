import type { SystemRole } from "~/contract/role"
import { planAdmin } from "~/ui/settings/texts"

type Asked = { userName: string; from: SystemRole; to: SystemRole; self: boolean }

/** The question before a system role changes; undefined where the change grants nothing and takes nothing from the person who makes it. */
export const roleQuestion = ({ userName, from, to, self }: Asked) => {
  const loses = self && to > from
  const gains = to < from && planAdmin.rolePowers[to] !== undefined
  if (!loses && !gains) return undefined
  const title = planAdmin.roleQuestion(userName, planAdmin.systemRoles[to])
  return { title, text: loses ? planAdmin.ownRoleText : (planAdmin.rolePowers[to] ?? "") }
}
