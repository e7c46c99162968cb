// How much of what costs work or reaches others one caller may do in a time.

const MB = 1_048_576
const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** `of`: whose sum it is. `seconds`: of the clock's minute, hour or day (UTC). */
type Budget = { most: number; seconds: number; measure: "count" | "bytes"; what: string; of: string }

const caller = "session, key or address"
const person = "person or key"

/** The budgets by the variable that configures each, with defaults for a team of 200. */
export const budgets = {
  RATE_CALLS_PER_MINUTE: { most: 1_200, seconds: minute, measure: "count", what: "calls", of: caller },
  RATE_SEARCHES_PER_MINUTE: { most: 120, seconds: minute, measure: "count", what: "searches", of: caller },
  RATE_ASSISTANT_PER_MINUTE: {
    ...{ most: 20, seconds: minute, measure: "count", what: "requests to the assistant", of: caller },
  },
  RATE_UPLOADS_PER_HOUR: { most: 300, seconds: hour, measure: "count", what: "uploads", of: caller },
  RATE_PAYMENTS_PER_MINUTE: {
    ...{ most: 60, seconds: minute, measure: "count", what: "calls that ask the payment provider", of: caller },
  },
  RATE_PAGES_PER_MINUTE: { most: 600, seconds: minute, measure: "count", what: "pages", of: "session or address" },
  RATE_PLAIN_BOARDS_PER_MINUTE: {
    ...{ most: 60, seconds: minute, measure: "count", what: "boards over 1 MiB without gzip", of: caller },
  },
  RATE_READ_BYTES_PER_MINUTE: {
    ...{ most: 1_024 * MB, seconds: minute, measure: "bytes", what: "whole plans and long texts", of: person },
  },
  RATE_WRONG_KEYS_PER_MINUTE: { most: 60, seconds: minute, measure: "count", what: "wrong keys", of: "address" },
  RATE_IMPORT_BYTES_PER_MINUTE: { most: 100 * MB, seconds: minute, measure: "bytes", what: "imports", of: "person" },
  RATE_DELIVERIES_PER_MINUTE: {
    ...{ most: 20_000, seconds: minute, measure: "count", what: "events to people’s own topics", of: person },
  },
  RATE_NAMES_PER_HOUR: {
    ...{ most: 60, seconds: hour, measure: "count", what: "changes of a name, role or picture", of: person },
  },
  RATE_LINKS_PER_HOUR: { most: 60, seconds: hour, measure: "count", what: "public links with a password", of: person },
  RATE_LINK_PASSWORDS_PER_HOUR: {
    ...{ most: 10, seconds: hour, measure: "count", what: "wrong passwords of a link", of: "address" },
  },
  RATE_INVITATIONS_PER_HOUR: { most: 100, seconds: hour, measure: "count", what: "invitations", of: "plan" },
  RATE_INVITATION_MAILS_PER_DAY: {
    ...{ most: 5, seconds: day, measure: "count", what: "invitation emails to an address", of: "plan" },
  },
  RATE_MAILS_TO_ONE_PER_DAY: {
    ...{ most: 10, seconds: day, measure: "count", what: "emails to one address", of: person },
  },
  RATE_MODEL_REQUESTS_PER_DAY: {
    ...{ most: 300, seconds: day, measure: "count", what: "requests to the AI model today", of: person },
  },
  RATE_MODEL_REQUESTS_OF_PLAN_PER_DAY: {
    ...{ most: 2_000, seconds: day, measure: "count", what: "requests to the AI model today", of: "plan" },
  },
  RATE_MODEL_CHARACTERS_PER_DAY: {
    ...{ most: 40_000_000, seconds: day, measure: "count", what: "characters sent to the AI model", of: person },
  },
  RATE_MODEL_CHARACTERS_OF_PLAN_PER_DAY: {
    ...{ most: 200_000_000, seconds: day, measure: "count", what: "characters sent to the AI model", of: "plan" },
  },
} as const satisfies Record<string, Budget>

export type BudgetName = keyof typeof budgets
export type Budgets = Record<BudgetName, number>

export const budgetNames = Object.keys(budgets) as BudgetName[]

export const defaultBudgets = Object.fromEntries(budgetNames.map((name) => [name, budgets[name].most])) as Budgets
