import type { PlanRole } from "~/contract/role"
import { planRoles } from "~/ui/parts/texts"

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
