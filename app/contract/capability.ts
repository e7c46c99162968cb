import type { PlanRole, SystemRole } from "./role"

/**
 * An actor's place in one plan: a member's role, or the plan's API key. The owner and every SystemAdmin have role 0.
 */
export type Standing = PlanRole | "key"

/**
 * What a key or an agent was given, within its plans: to read; to propose changes too, which people of the plan apply; to
 * write. A person's own session writes.
 */
export const accessLevels = ["read", "propose", "write"] as const
export type AccessLevel = (typeof accessLevels)[number]

const everybody = [0, 1, 2, "key"] as const
const people = [0, 1, 2] as const
const admins = [0] as const

/**
 * The capabilities in a plan, with their standings. Calls name the ones they need; row policies agree (tests compare
 * them).
 */
export const capabilities = {
  /** Goals, actions, tasks, comments, notes, files, threads, search, export and changes. */
  readBoard: everybody,
  /** Goals, actions and tasks, and files that belong to no comment or note. */
  changeBoard: [0, 1, "key"],
  /** One's own comments and notes, with their files. */
  writeTexts: everybody,
  /** Notes that only their author can read. */
  keepPrivateNotes: people,
  /** Other people's comments and notes, with their files. */
  changeOthersTexts: admins,
  /** The plan itself, its people, log, versions, meeting; one's own messages, notifications and preferences. */
  takePart: people,
  runMeeting: [0, 1],
  /** What agents and keys propose: applied or rejected. */
  decideProposals: [0, 1],
  keepVersions: [0, 1],
  /** Of the whole plan, into a plan of one's own. */
  copyPlan: [0, 1],
  /** Versions, changes of the log, and deleted cards. */
  restore: admins,
  /** Name, picture, settings, and the prompts of the plan. */
  changePlan: admins,
  /** Invitations, roles and removal; addresses, and their log. */
  manageMembers: admins,
  manageKey: admins,
  /** The public link. */
  manageLink: admins,
  deletePlan: admins,
} satisfies Record<string, readonly Standing[]>

export type Capability = keyof typeof capabilities

export const can = (standing: Standing | null | undefined, what: Capability): boolean =>
  (capabilities[what] as readonly (Standing | null | undefined)[]).includes(standing)

/** What stays as it was in an archived plan. */
const whileArchived: readonly Capability[] = ["readBoard", "takePart", "copyPlan", "deletePlan"]

/** What a person may do in a plan as it is now: reading, in an archived one. */
export const canNow = (
  plan: { planRole: Standing | null; isArchived: boolean } | undefined,
  what: Capability,
): boolean => can(plan?.planRole, what) && (plan?.isArchived !== true || whileArchived.includes(what))

/** The plan role with the fewest rights that has the capability; the database checks it again on every write. */
export const leastRole = (what: Capability): PlanRole =>
  Math.max(...(capabilities[what] as readonly Standing[]).map((standing) => Number(standing) || 0)) as PlanRole

type Words = {
  /** The people who have the capability. */
  who: string
  /** The answer to everybody else. */
  refused: string
}

const needsAdmin = "You need administrator access for this feature."
/** The message of the 409 for a change of an archived plan. */
export const archivedPlan = "This plan is archived and read-only. Ask a plan admin to unarchive it."
export const readsOnly = "You can only read and comment in this plan. Ask a plan admin to change your role."

/** By the plan role with the fewest rights that has the capability. */
const planWords: Record<PlanRole, Words> = {
  0: { who: "admins of the plan", refused: needsAdmin },
  1: { who: "members of the plan, not its viewers", refused: readsOnly },
  2: { who: "members of the plan", refused: readsOnly },
}

/** The capabilities concerning accounts, with their system roles. */
export const systemCapabilities = {
  changeSystemRoles: { roles: [0], who: "System Admins", refused: "Only a System Admin may change a system role." },
  enableAccounts: {
    roles: [0, 1],
    who: "System Admins and Administrators",
    refused: "Only a System Admin may enable or disable this account.",
  },
  /** Accounts, plans without their contents, and jobs of the whole installation. */
  administer: { roles: [0], who: "System Admins", refused: needsAdmin },
} satisfies Record<string, Words & { roles: readonly SystemRole[] }>

export type SystemCapability = keyof typeof systemCapabilities

export const canInSystem = (role: SystemRole, what: SystemCapability): boolean =>
  (systemCapabilities[what].roles as readonly SystemRole[]).includes(role)

/** A capability in the words of the API document and of its refusals. */
export const wordsOf = (what: Capability | SystemCapability): Words =>
  isSystemCapability(what) ? systemCapabilities[what] : planWords[leastRole(what)]

/** A SystemAdmin enables every account, an Administrator those of Facilitators and Users. */
export const mayEnable = (own: SystemRole, other: SystemRole): boolean =>
  canInSystem(own, "enableAccounts") && (own === 0 || other > 1)

/**
 * A call's requirement: a capability in its plan or in the system, a signed-in person, a person or a plan's key, a
 * visitor of a public link, or nothing.
 */
export type Access = "public" | "user" | "userOrKey" | "visitor" | Capability | SystemCapability

/** The kinds of access open to a plan's API key. */
export type KeyAccess =
  | "userOrKey"
  | { [C in Capability]: "key" extends (typeof capabilities)[C][number] ? C : never }[Capability]

export const isCapability = (access: Access): access is Capability => Object.hasOwn(capabilities, access)
export const isSystemCapability = (access: Access): access is SystemCapability =>
  Object.hasOwn(systemCapabilities, access)

export const isForKeys = (access: Access): boolean =>
  access === "public" || access === "userOrKey" || (isCapability(access) && can("key", access))
