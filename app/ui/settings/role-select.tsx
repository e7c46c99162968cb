import type { PlanRole, SystemRole } from "~/contract/role"
import { planRoles } from "~/ui/parts/texts"
import { planAdmin } from "~/ui/settings/texts"

const roles: PlanRole[] = [0, 1, 2]

type RoleSelectProps = { label: string; value: PlanRole; onChange(role: PlanRole): void }

export const RoleSelect = ({ label, value, onChange }: RoleSelectProps) => (
  <select
    className="input role"
    aria-label={label}
    value={value}
    onChange={(event) => onChange(Number(event.target.value) as PlanRole)}
  >
    {roles.map((role) => (
      <option key={role} value={role}>
        {planRoles[role]}
      </option>
    ))}
  </select>
)

type Asked = { userName: string; from: SystemRole; to: SystemRole; self: boolean }

/** The question before a system role changes; undefined where the change grants nothing and takes nothing from the person who makes it. */
export const roleQuestion = ({ userName, from, to, self }: Asked) => {
  const loses = self && to > from
  const gains = to < from && planAdmin.rolePowers[to] !== undefined
  if (!loses && !gains) return undefined
  const title = planAdmin.roleQuestion(userName, planAdmin.systemRoles[to])
  return { title, text: loses ? planAdmin.ownRoleText : (planAdmin.rolePowers[to] ?? "") }
}
