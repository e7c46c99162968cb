// Every limit that is configuration: what is stored, how often things are done, and what is open, in memory and under way at once.
import { fileBytes } from "./file"
import { keysPerPlan } from "./integration"
import { webhooksPerPlan } from "./webhook"

const [KB, MB, GB] = [1_024, 1_048_576, 1_073_741_824]
const [minute, hour, day] = [60, 3_600, 86_400]

type Stored = { most: number; measure: "count" | "bytes" }
type Amount = Stored | { most: number; measure: "ms" }
type Limit = Amount & {
  /** What is limited, in the plural. */
  what: string
  /** Whose sum it is. */
  of: string
  /** Of a team: grows with LIMIT_SCALE. Otherwise of one person or request, of one board, or of the machine. */
  scale: "team" | "fixed"
  /** What it may be set to. */
  least: number
  largest: number
}

/**
 * `scope`: one person in all plans, one plan, or one member within a plan (the plan's key counts as one). `advice`: how
 * to make room. `thins`: instead of a refusal the oldest are removed. `shared`: one member may fill a fifth of a plan's.
 * `daily`: of what is written in a day (UTC), not of what is stored.
 */
type Quota = Limit &
  Stored & {
    kind: string
    scope: "person" | "plan" | "member"
    advice: string
    thins?: true
    shared?: true
    daily?: true
  }
/** `seconds`: of the clock's minute, hour or day (UTC). `refusal`: its sentence, with the limit for #. */
type Rate = Limit & { seconds: number; refusal: string }
/** `beyond`: what happens to more. */
type Bound = Limit & { beyond: string }

const count = (most: number): Stored => ({ most, measure: "count" })
const bytes = (most: number): Stored => ({ most, measure: "bytes" })
const ms = (most: number): Amount => ({ most, measure: "ms" })
const team = { scale: "team" } as const

const quota = (
  scope: Quota["scope"],
  kind: string,
  amount: Stored,
  what: string,
  advice: string,
  more: Partial<Quota> = {},
): Quota => ({
  ...amount,
  what,
  of: scope === "member" ? "member of a plan" : scope,
  scale: "fixed",
  least: 0,
  largest: 999_999_999_999_999,
  kind,
  scope,
  advice,
  ...more,
})

const notes = "Delete notes that are no longer needed, or shorten them."
const cards = "Delete cards that are no longer needed, or shorten their texts."
const comments = "Delete notes on cards that are no longer needed."
const files = "Delete files that are no longer needed."
const versions = "An admin of the plan can delete its versions."
const tomorrow = "Change long texts less often, or continue tomorrow."
const prompts = "Delete prompts that are no longer needed."
const oldest = "The oldest are removed."

/** What people and plans may store. */
export const quotas = {
  plans_per_person: quota("person", "plans", count(200), "plans", "Delete a plan of yours."),
  members_per_plan: quota("plan", "members", count(1_000), "members", "An admin of the plan can remove members.", team),
  invitations_per_plan: quota(
    "plan",
    "invitations",
    count(500),
    "open invitations",
    "Withdraw invitations that are no longer wanted.",
    team,
  ),
  keys_per_plan: quota("plan", "keys", count(keysPerPlan), "API keys", "Delete a key that is no longer needed."),
  webhooks_per_plan: quota(
    "plan",
    "webhooks",
    count(webhooksPerPlan),
    "webhooks",
    "Delete one that is no longer needed.",
  ),
  // Of one board, which is read as a whole.
  cards_per_plan: quota(
    "plan",
    "cards",
    count(75_000),
    "goals, actions and tasks",
    "Delete some that are no longer needed.",
  ),
  card_bytes_per_plan: quota("plan", "cards", bytes(32 * MB), "texts on cards", cards),
  notes_per_plan: quota("plan", "notes", count(5_000), "notes", notes, team),
  notes_per_member: quota("member", "notes", count(1_000), "notes", notes),
  note_bytes_per_person: quota("person", "notes", bytes(64 * MB), "notes", notes),
  note_bytes_per_plan: quota("plan", "notes", bytes(512 * MB), "notes", notes, team),
  note_version_bytes_per_person: quota("person", "noteVersions", bytes(256 * MB), "versions of notes", oldest, {
    thins: true,
  }),
  files_per_plan: quota("plan", "files", bytes(5 * GB), "files", files, { ...team, shared: true }),
  file_count_per_plan: quota("plan", "files", count(20_000), "files", files, { ...team, shared: true }),
  comment_bytes_per_plan: quota("plan", "comments", bytes(64 * MB), "notes on cards", comments, team),
  comment_bytes_per_member: quota("member", "comments", bytes(16 * MB), "notes on cards", comments),
  conversations_per_member: quota(
    "member",
    "conversations",
    count(500),
    "conversations",
    "Use an existing conversation.",
    team,
  ),
  message_bytes_per_member: quota("member", "messages", bytes(64 * MB), "messages", oldest, { thins: true }),
  versions_per_plan: quota("plan", "versions", count(500), "saved versions", versions, { ...team, shared: true }),
  version_bytes_per_plan: quota("plan", "versions", bytes(GB), "saved versions", versions, team),
  prompts_per_person: quota("person", "prompts", count(200), "prompts", prompts),
  prompts_per_plan: quota("plan", "prompts", count(200), "prompts", prompts, team),
  // A plan's shared views count as one member's.
  views_per_member: quota("member", "views", count(50), "views", "Delete views that are no longer needed."),
  log_bytes_per_member: quota("member", "log", bytes(64 * MB), "changes a day", tomorrow, { daily: true }),
  log_bytes_per_person: quota("person", "log", bytes(256 * MB), "changes a day in all plans", tomorrow, {
    daily: true,
  }),
  event_bytes_per_plan: quota("plan", "events", bytes(64 * MB), "events of the last week", oldest, {
    ...team,
    thins: true,
  }),
  answer_bytes_per_caller: quota("person", "answers", bytes(64 * MB), "answers stored for retries", oldest, {
    thins: true,
  }),
}

const rate = (
  seconds: number,
  amount: Amount,
  what: string,
  of: string,
  refusal = seconds === minute ? "Too many requests. Please wait a moment." : "Too many requests. Please wait a while.",
  scale: Limit["scale"] = "fixed",
): Rate => ({ ...amount, what, of, scale, least: 1, largest: 999_999_999_999, seconds, refusal })

const caller = "session, key or address"
const person = "person or key"
const unsent = "The email is not sent."
const modelUsedUp = "You have used up today’s requests to the AI model (rate limit). Try again tomorrow."
const modelUsedUpInPlan = "This plan has used up today’s requests to the AI model (rate limit). Try again tomorrow."

/** What costs work or reaches others, in a minute, an hour or a day. */
export const rates = {
  calls_per_minute: rate(minute, count(1_200), "calls", caller),
  searches_per_minute: rate(minute, count(120), "searches", caller),
  assistant_per_minute: rate(minute, count(20), "requests to the assistant", caller),
  uploads_per_hour: rate(hour, count(300), "uploads", caller),
  payments_per_minute: rate(minute, count(60), "calls that ask the payment provider", caller),
  pages_per_minute: rate(minute, count(600), "pages", "session or address"),
  plain_boards_per_minute: rate(minute, count(60), "boards over 1 MiB without gzip", caller),
  // A plan as full as it may be, a dozen times.
  read_bytes_per_minute: rate(
    minute,
    bytes(GB),
    "whole plans and long texts",
    person,
    "You have read too much in this minute. Please wait a moment.",
  ),
  wrong_keys_per_minute: rate(minute, count(60), "wrong keys", "address"),
  registrations_per_hour: rate(hour, count(100), "registrations of programs for sign-in", "address", undefined, "team"),
  documents_per_minute: rate(minute, count(30), "documents of programs that ask for access", "address"),
  import_bytes_per_minute: rate(minute, bytes(100 * MB), "imports", "person"),
  deliveries_per_minute: rate(
    minute,
    count(20_000),
    "events to people’s own topics",
    person,
    "Your changes have notified very many people. Please wait a moment.",
    "team",
  ),
  agent_changes_per_minute: rate(
    minute,
    count(2_000),
    "changes by agents",
    "key or agent",
    "This key or agent has made too many changes in this minute. Please wait a moment.",
  ),
  names_per_hour: rate(
    hour,
    count(60),
    "changes of a name, role or picture",
    person,
    "Too many changes of names and pictures. Please try again later.",
  ),
  feeds_per_minute: rate(minute, count(60), "reads of a calendar feed", "feed"),
  links_per_hour: rate(
    hour,
    count(60),
    "public links with a password",
    person,
    "You have made many links with a password. Please wait a while.",
  ),
  link_passwords_per_hour: rate(
    hour,
    count(10),
    "wrong passwords of a link",
    "address",
    "Too many wrong passwords. Please try again in an hour.",
  ),
  webhook_sends_per_minute: rate(
    minute,
    count(30),
    "tests of webhooks and deliveries sent again",
    "plan",
    "You have sent # tests and deliveries in this minute. Please wait a moment.",
  ),
  invitations_per_hour: rate(
    hour,
    count(100),
    "invitations",
    "plan",
    "This plan has sent # invitations within an hour. Please try again later.",
    "team",
  ),
  proposals_per_hour: rate(
    hour,
    count(60),
    "proposals put into review lists",
    "agent or key",
    "You have proposed # times within an hour. Put more changes into one proposal, or continue later.",
  ),
  invitation_mails_per_day: rate(day, count(5), "invitation emails to an address", "plan", unsent),
  mails_to_one_per_day: rate(day, count(10), "emails to one address", person, unsent),
  mails_per_sender: rate(day, count(200), "emails to others today", person, unsent),
  mails_per_recipient: rate(day, count(30), "emails", "address that gets them", unsent),
  model_requests_per_day: rate(day, count(300), "requests to the AI model today", person, modelUsedUp),
  model_requests_of_plan_per_day: rate(
    day,
    count(2_000),
    "requests to the AI model today",
    "plan",
    modelUsedUpInPlan,
    "team",
  ),
  model_characters_per_day: rate(day, count(40_000_000), "characters sent to the AI model", person, modelUsedUp),
  model_characters_of_plan_per_day: rate(
    day,
    count(200_000_000),
    "characters sent to the AI model",
    "plan",
    modelUsedUpInPlan,
    "team",
  ),
}

const bound = (of: string, amount: Amount, what: string, beyond: string, more: Partial<Bound> = {}): Bound => ({
  ...amount,
  what,
  of,
  scale: "fixed",
  least: amount.measure === "bytes" ? 0 : 1,
  largest: amount.measure === "bytes" ? 999_999_999_999_999 : 999_999_999,
  beyond,
  ...more,
})

const noSocket = "Another one is refused."
const tooLarge = "The answer is 413."
const later = "The answer is 429 or 503 until there is room."
const queued = "The answer is 429 for one caller, and 503 for all."
const ended = "The work is ended, and the answer is 503."
const largest: Partial<Bound> = { largest: fileBytes }

/** What is open, in memory and under way at once. What is in memory follows the machine, and not the team. */
export const bounds = {
  open_proposals: bound(
    "plan",
    count(100),
    "proposals in the review list",
    "The answer is 409 until some are decided.",
    team,
  ),
  sockets: bound("process", count(2_000), "live connections", noSocket, team),
  sockets_per_person: bound("person", count(20), "live connections", noSocket),
  sockets_per_address: bound("address", count(1_000), "live connections, as of an office", noSocket, team),
  agents_per_person: bound("person", count(50), "connected agents", "Another one is refused."),
  sockets_per_topic: bound("plan", count(1_000), "live connections", noSocket, team),
  sockets_of_visitors: bound(
    "process",
    count(1_000),
    "live connections of visitors of public links, at most half of all",
    noSocket,
    team,
  ),
  sockets_of_visitors_per_address: bound("address", count(100), "live connections of visitors", noSocket),
  connections_per_address: bound(
    "address",
    count(1_000),
    "HTTP connections; those of TRUSTED_PROXIES are not limited",
    "Another one is closed.",
    team,
  ),
  json_bytes: bound("call", bytes(MB), "bytes of a body; notes, files, pictures and imports have their own", tooLarge),
  form_bytes: bound("page", bytes(16 * KB), "bytes of a form, or of a call that takes no body", tooLarge),
  // Browsers refuse larger files before they send them.
  file_bytes: bound("upload", bytes(50 * MB), "bytes of a file", tooLarge, largest),
  body_memory: bound("process", bytes(128 * MB), "requests’ bodies in memory until they are answered", later, {
    // One picture.
    least: 16 * MB,
  }),
  body_memory_per_caller: bound("caller", bytes(32 * MB), "requests’ bodies of one, who may always have one", later),
  plan_memory: bound("process", bytes(256 * MB), "whole plans in memory while their answers are read", later, {
    // One plan.
    least: 100 * MB,
  }),
  plan_memory_per_caller: bound("caller", bytes(64 * MB), "whole plans of one, who may always have one", later),
  import_memory: bound("process", bytes(160 * MB), "files of imports that run or wait", later, { least: 50 * MB }),
  import_memory_per_person: bound("person", bytes(60 * MB), "files of imports that run or wait", later, {
    // One file.
    least: 50 * MB,
  }),
  imports_per_person: bound("person", count(10), "imports that run or wait", later),
  thread_memory: bound("worker", bytes(512 * MB), "memory of scripts", ended, { least: 100 * MB }),
  thread_import_ms: bound("import", ms(20_000), "work in a worker, without waiting for a processor", ended),
  thread_import_queue: bound("process", count(50), "imports that wait for the worker", queued, team),
  thread_files_ms: bound("export or picture", ms(20_000), "work in a worker", ended),
  thread_files_queue: bound("process", count(50), "exports and pictures that wait for the worker", queued, team),
  thread_text_ms: bound("file for the assistant", ms(5_000), "reading its text in a worker", ended),
  thread_text_queue: bound("process", count(20), "files for the assistant that wait for the worker", queued, team),
  thread_text_growth: bound(
    "file for the assistant",
    bytes(300 * MB),
    "growth of the process while it is read",
    ended,
    {
      least: 100 * MB,
    },
  ),
  thread_search_ms: bound("search", ms(1_000), "cutting out what was found in a worker", ended),
  thread_search_queue: bound("process", count(20), "searches that wait for the worker", queued, team),
  database_call_ms: bound(
    "statement",
    ms(30_000),
    "a call’s work; imports and restores have 3 minutes",
    "The answer is 503.",
  ),
  database_search_ms: bound("search", ms(2_000), "a search’s work", "It answers what it has found."),
  search_index_ms: bound("search", ms(500), "waiting for changed texts to be indexed", "It answers what is indexed."),
}

export const limits = { ...quotas, ...rates, ...bounds }

export type QuotaName = keyof typeof quotas
export type RateName = keyof typeof rates
export type LimitName = keyof typeof limits
export type Limits = Record<LimitName, number>

const namesOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table)[]
export const quotaNames = namesOf(quotas)
export const limitNames = namesOf(limits)
export const isLimit = (name: string): name is LimitName => Object.hasOwn(limits, name)

/** The limits that have a variable each; LIMITS has the others. */
export const limitVariables = {
  QUOTA_PLANS_PER_PERSON: "plans_per_person",
  QUOTA_NOTES_PER_PLAN: "notes_per_plan",
  QUOTA_NOTE_BYTES_PER_PERSON: "note_bytes_per_person",
  QUOTA_FILES_PER_PLAN: "files_per_plan",
  QUOTA_MAILS_PER_SENDER: "mails_per_sender",
  QUOTA_MAILS_PER_RECIPIENT: "mails_per_recipient",
  QUOTA_SOCKETS_PER_PERSON: "sockets_per_person",
  RATE_INVITATIONS_PER_HOUR: "invitations_per_hour",
} as const satisfies Record<string, LimitName>

const variableOf = new Map<LimitName, string>(
  Object.entries(limitVariables).map(([variable, name]) => [name, variable]),
)

/** How people configure it: by its variable, or by its name in LIMITS. */
export const labelOf = (name: LimitName) => variableOf.get(name) ?? name

/** The limits of a team `scale` times as large as 200 people, but for those given. */
export const limitsFor = (scale: number, given: Partial<Limits> = {}): Limits => {
  const scaled = limitNames.map((name) => {
    const { most, least, largest, scale: grows } = limits[name]
    return [name, grows === "team" ? Math.min(Math.max(Math.ceil(most * scale), least), largest) : most]
  })
  return { ...Object.fromEntries(scaled), ...given }
}

export const defaultLimits = limitsFor(1)

/** What one member may fill of a plan's shared quota, so that there is room for the others. */
export const shareOf = (most: number) => Math.ceil(most / 5)
