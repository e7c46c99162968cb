import type { PlanRole, SystemRole } from "~/contract/user"

/** Who asks in one plan: a member by role, as an owner and a SystemAdmin are admins of it, or the plan's API key. */
export type Standing = PlanRole | "key"

const everybody = [0, 1, 2, "key"] as const
const people = [0, 1, 2] as const
const admins = [0] as const

/** What may be done in a plan, and by whom. Domain and screens ask `can`; the row policies say the same (tests compare them). */
export const capabilities = {
  /** Goals, actions, tasks, notes, files, threads and search. */
  readBoard: everybody,
  /** Goals, actions and tasks, and the files that are of no note. */
  changeBoard: [0, 1, "key"],
  /** Notes on cards and notes of the plan, one's own, with their files. */
  writeNotes: everybody,
  /** A note that nobody else reads. */
  keepPrivateNotes: people,
  /** Other people's notes and their files. */
  changeOthersNotes: admins,
  /** The plan itself, its people, log, versions, meeting, export; messages, notifications and preferences of one's own. */
  takePart: people,
  runMeeting: [0, 1],
  keepVersions: [0, 1],
  /** Versions, changes of the log, and what was deleted. */
  restore: admins,
  /** Name, picture, settings, and the prompts of the plan. */
  changePlan: admins,
  /** Invitations, roles and removal; addresses, and the log of all that. */
  managePeople: admins,
  manageKey: admins,
  deletePlan: admins,
} satisfies Record<string, readonly Standing[]>

export type Capability = keyof typeof capabilities

export const can = (standing: Standing | null | undefined, what: Capability): boolean =>
  (capabilities[what] as readonly (Standing | null | undefined)[]).includes(standing)

/** The plan role with the fewest rights of those that may: what the database checks again as it writes. */
export const leastRole = (what: Capability): PlanRole =>
  Math.max(...(capabilities[what] as readonly Standing[]).map((standing) => Number(standing) || 0)) as PlanRole

/** What may be done with accounts, and by which system roles. */
export const systemCapabilities = {
  changeSystemRoles: [0],
  enableAccounts: [0, 1],
} satisfies Record<string, readonly SystemRole[]>

export const canInSystem = (role: SystemRole, what: keyof typeof systemCapabilities): boolean =>
  (systemCapabilities[what] as readonly SystemRole[]).includes(role)

/** A SystemAdmin sees to every account, an Administrator to those of Facilitators and Users. */
export const mayEnable = (own: SystemRole, other: SystemRole): boolean =>
  canInSystem(own, "enableAccounts") && (own === 0 || other > 1)
