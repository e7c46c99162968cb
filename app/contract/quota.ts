// What people and plans may store.

const MB = 1_048_576

/**
 * `scope`: one person in all plans, one plan, or one member within a plan (the plan's key counts as one). `advice`: how
 * to make room. `thins`: instead of a refusal the oldest are removed. `daily`: of what is
 * written in a day (UTC), not of what is stored.
 */
type Quota = {
  kind: string
  scope: "person" | "plan" | "member"
  measure: "count" | "bytes"
  most: number
  /** What is counted, in the plural. */
  what: string
  advice: string
  thins?: true
  daily?: true
}

const notes = "Delete notes that are no longer needed, or shorten them."
const cards = "Delete cards that are no longer needed, or shorten their texts."
const comments = "Delete notes on cards that are no longer needed."
const files = "Delete files that are no longer needed."
const versions = "An admin of the plan can delete its versions."
const tomorrow = "Change long texts less often, or continue tomorrow."
const prompts = "Delete prompts that are no longer needed."

/** The quotas by the variable that configures each, with defaults for a team of 200. */
export const quotas = {
  QUOTA_PLANS_PER_PERSON: {
    ...{ kind: "plans", scope: "person", measure: "count", most: 200, what: "plans" },
    advice: "Delete a plan of yours.",
  },
  QUOTA_MEMBERS_PER_PLAN: {
    ...{ kind: "members", scope: "plan", measure: "count", most: 1_000, what: "members" },
    advice: "An admin of the plan can remove members.",
  },
  QUOTA_INVITATIONS_PER_PLAN: {
    ...{ kind: "invitations", scope: "plan", measure: "count", most: 500, what: "open invitations" },
    advice: "Withdraw invitations that are no longer wanted.",
  },
  QUOTA_CARDS_PER_PLAN: {
    ...{ kind: "cards", scope: "plan", measure: "count", most: 75_000, what: "goals, actions and tasks" },
    advice: "Delete some that are no longer needed.",
  },
  QUOTA_CARD_BYTES_PER_PLAN: {
    ...{ kind: "cards", scope: "plan", measure: "bytes", most: 32 * MB, what: "texts on cards" },
    advice: cards,
  },
  QUOTA_NOTES_PER_PLAN: {
    ...{ kind: "notes", scope: "plan", measure: "count", most: 5_000, what: "notes" },
    advice: notes,
  },
  QUOTA_NOTES_PER_MEMBER: {
    ...{ kind: "notes", scope: "member", measure: "count", most: 1_000, what: "notes" },
    advice: notes,
  },
  QUOTA_NOTE_BYTES_PER_PERSON: {
    ...{ kind: "notes", scope: "person", measure: "bytes", most: 64 * MB, what: "notes" },
    advice: notes,
  },
  QUOTA_NOTE_BYTES_PER_PLAN: {
    ...{ kind: "notes", scope: "plan", measure: "bytes", most: 512 * MB, what: "notes" },
    advice: notes,
  },
  QUOTA_NOTE_VERSION_BYTES_PER_PERSON: {
    ...{ kind: "noteVersions", scope: "person", measure: "bytes", most: 256 * MB, what: "versions of notes" },
    advice: "The oldest are removed.",
    thins: true,
  },
  QUOTA_FILES_PER_PLAN: {
    ...{ kind: "files", scope: "plan", measure: "bytes", most: 5_120 * MB, what: "files" },
    advice: files,
  },
  QUOTA_FILE_COUNT_PER_PLAN: {
    ...{ kind: "files", scope: "plan", measure: "count", most: 20_000, what: "files" },
    advice: files,
  },
  QUOTA_COMMENT_BYTES_PER_PLAN: {
    ...{ kind: "comments", scope: "plan", measure: "bytes", most: 64 * MB, what: "notes on cards" },
    advice: comments,
  },
  QUOTA_COMMENT_BYTES_PER_MEMBER: {
    ...{ kind: "comments", scope: "member", measure: "bytes", most: 16 * MB, what: "notes on cards" },
    advice: comments,
  },
  QUOTA_CONVERSATIONS_PER_MEMBER: {
    ...{ kind: "conversations", scope: "member", measure: "count", most: 500, what: "conversations" },
    advice: "Use an existing conversation.",
  },
  QUOTA_MESSAGE_BYTES_PER_MEMBER: {
    ...{ kind: "messages", scope: "member", measure: "bytes", most: 64 * MB, what: "messages" },
    advice: "The oldest are removed.",
    thins: true,
  },
  QUOTA_VERSIONS_PER_PLAN: {
    ...{ kind: "versions", scope: "plan", measure: "count", most: 500, what: "saved versions" },
    advice: versions,
  },
  QUOTA_VERSION_BYTES_PER_PLAN: {
    ...{ kind: "versions", scope: "plan", measure: "bytes", most: 1_024 * MB, what: "saved versions" },
    advice: versions,
  },
  QUOTA_PROMPTS_PER_PERSON: {
    ...{ kind: "prompts", scope: "person", measure: "count", most: 200, what: "prompts" },
    advice: prompts,
  },
  QUOTA_PROMPTS_PER_PLAN: {
    ...{ kind: "prompts", scope: "plan", measure: "count", most: 200, what: "prompts" },
    advice: prompts,
  },
  QUOTA_LOG_BYTES_PER_MEMBER: {
    ...{ kind: "log", scope: "member", measure: "bytes", most: 64 * MB, what: "changes a day" },
    advice: tomorrow,
    daily: true,
  },
  QUOTA_LOG_BYTES_PER_PERSON: {
    ...{ kind: "log", scope: "person", measure: "bytes", most: 256 * MB, what: "changes a day in all plans" },
    advice: tomorrow,
    daily: true,
  },
  QUOTA_EVENT_BYTES_PER_PLAN: {
    ...{ kind: "events", scope: "plan", measure: "bytes", most: 64 * MB, what: "events of the last week" },
    advice: "The oldest are removed.",
    thins: true,
  },
  QUOTA_ANSWER_BYTES_PER_CALLER: {
    ...{ kind: "answers", scope: "person", measure: "bytes", most: 64 * MB, what: "answers stored for retries" },
    advice: "The oldest are removed.",
    thins: true,
  },
} as const satisfies Record<string, Quota>

export type QuotaName = keyof typeof quotas
export type Quotas = Record<QuotaName, number>

export const quotaNames = Object.keys(quotas) as QuotaName[]
export const isQuota = (name: string): name is QuotaName => Object.hasOwn(quotas, name)
export const defaultQuotas = Object.fromEntries(quotaNames.map((name) => [name, quotas[name].most])) as Quotas

/** The quotas of a plan of which one member may fill a fifth, so that there is room for the others. */
export const shared = [
  "QUOTA_FILES_PER_PLAN",
  "QUOTA_FILE_COUNT_PER_PLAN",
  "QUOTA_VERSIONS_PER_PLAN",
] as const satisfies QuotaName[]
export const shareOf = (most: number) => Math.ceil(most / 5)

/** 64 MB, 5 GB, 200: bytes in the largest unit that divides them well. */
export const amount = (measure: "count" | "bytes", value: number, locale = "en"): string => {
  if (measure === "count") return new Intl.NumberFormat(locale).format(value)
  const unit = value >= 1_024 * MB ? "GB" : value >= MB ? "MB" : "KB"
  const size = value / (unit === "GB" ? 1_024 * MB : unit === "MB" ? MB : 1_024)
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(size)} ${unit}`
}
