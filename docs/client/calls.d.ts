// Written from the contract by `npx vitest run --project database tests/api/client.test.ts -u`.
import type { CallOptions } from "./call-options.js"

export type Person = {
  id: number | null
  userName: string
}

export type Goal = {
  id: number
  planId: number
  name: string
  description: string
  explanation: string
  color: string
  order: number
  completed: boolean
  owner: Person | null
  ownerId: number | null
  awaitedOwner?: Person | null
  startDate: string | null
  dueDate: string | null
  status: 0 | 1 | 2 | null
  outcome: "achieved" | "missed" | "dropped" | null
  progress: number | null
  lastCheckIn: { createdDate: string; status: 0 | 1 | 2; confidence: number | null; createdBy: Person } | null
  createdDate: string
  modifiedDate: string
  createdBy: Person
  type: number
  iconName: string | null
  imageBase64: string | null
  videoLink: string | null
  downloadLink: string | null
  isDraft: boolean
}

export type Item = {
  id: number
  planId: number
  goal: { id: number; name: string; color: string } | null
  topic: string
  description: string
  businessValue: number
  effortAndComplexity: number
  completed: boolean
  completedDate: string | null
  order: number
  focus: boolean
  focusOrder: number
  focusDate: string | null
  goalId: number | null
  owner: Person | null
  awaitedOwner?: Person | null
  dueDate: string | null
  labelIds: number[]
  blockedByIds: number[]
  blocked: boolean
  dotVoting: number
  createdById: number | null
  createdDate: string
  modifiedDate: string
  type: number
  attachmentCount: number
  isDraft: boolean
}

export type Task = {
  id: number
  planId: number
  description: string
  type: 0 | 1 | 2
  complete: boolean
  itemId: number
  goalId: number | null
  owner: Person | null
  ownerId: number | null
  awaitedOwner?: Person | null
  dueDate: string | null
  recurrence: string | null
  recurrenceFrom: "due" | "done"
  next?: { id: number | null; recurrence: string; dueDate: string | null } | null
  labelIds: number[]
  blockedByIds: number[]
  blocked: boolean
  color: string
  ownColor: string | null
  order: number
  createdDate: string
  modified: string
  completedDate: string | null
  attachmentCount: number
  readOnly: boolean
  isDraft: boolean
}

export type Label = {
  id: number
  planId: number
  name: string
  color: string
  order: number
}

export type KeyResult = {
  id: number
  planId: number
  goalId: number
  name: string
  unit: string
  start: number
  target: number
  current: number
  order: number
  modifiedDate: string
}

export type CheckIn = {
  id: number
  planId: number
  goalId: number
  status: 0 | 1 | 2
  confidence: number | null
  note: string
  values: ({ keyResultId: number; name: string | null; unit: string | null; before: number; current: number })[]
  progress: number | null
  statusBefore: 0 | 1 | 2 | null
  createdDate: string
  createdBy: Person
  agent: string | null
  importedAuthor?: Person | null
}

export type Plan = {
  id: number
  name: string
  ownerId: number
  ownerName: string
  type: number
  planRole: 0 | 1 | 2 | null
  lastEdit: string
  lastSnapshot: string | null
  snapshotDescription: string | null
  effortAndComplexityVisible: boolean
  aiInstructions: string
  aiEnabled: boolean
  imageUrl: string
  integrationEnabled: boolean
  createdDate: string
  isDraft: boolean
  isTemplate: boolean
  isArchived: boolean
  starred?: boolean
}

export type Member = {
  id: number
  userName: string
  avatarUrl: string | null
  lastSeenAt: string | null
  lastSeenInPlanAt: string | null
  tint: number
  planRole: 0 | 1 | 2
  email?: string
}

export type Board = {
  seq: number
  plan: Plan
  labels: Label[]
  keyResults: KeyResult[]
  goals: Goal[]
  items: Item[]
  tasks: Task[]
  members: Member[]
}

export type Change = {
  seq: number
  at: string
  actor: Person
  agent: string | null
  via: "web" | "key" | "agent" | "assistant" | "import"
  entity: string
  id: number
  op: "create" | "update" | "delete" | "restore"
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export type Comment = {
  id: number
  planId: number
  goalId: number | null
  itemId: number | null
  taskId: number | null
  content: string
  createdDate: string
  editedDate: string | null
  createdById: number | null
  createdBy: Person
  agent: string | null
  mentions: ({ MentionedUserId: number })[]
  importedAuthor?: Person | null
}

export type Note = {
  id: number
  planId: number
  title: string
  content: string
  type: 0 | 1
  visibility: 0 | 1
  createdDate: string
  modifiedDate: string
  createdById: number | null
  createdByName: string
  agent: string | null
  entityType: string | null
  goalId: number | null
  itemId: number | null
  taskId: number | null
  goalName: string | null
  itemTopic: string | null
  taskDescription: string | null
  canEdit: boolean
}

export type StoredFile = {
  id: number
  fileId: number
  planId: number
  fileName: string
  uniqueFileName: string
  friendlyName: string
  mimeType: string
  previewUrl: string | null
  thumbnailFileName: string | null
  size: number
  uploadDate: string
  uploadedBy: Person
  goalId: number | null
  itemId: number | null
  taskId: number | null
  noteId: number | null
  goalName: string | null
  goalColor: string | null
  itemTopic: string | null
  taskDescription: string | null
  referencedByNote: boolean
}

export type View = {
  id: number
  planId: number
  name: string
  shared: boolean
  ownerId: number
  layout: "board" | "calendar"
  filter: { text?: string; ownerIds?: (number | null)[]; labelIds?: number[]; due?: "overdue" | "today" | "week" | "next" | "none"; goalIds?: number[]; columns?: (0 | 1 | 2)[]; blocked?: boolean; mine?: boolean }
  order: number
}

export type Webhook = {
  id: number
  planId: number
  name: string
  url: string
  events: string[]
  format: "standard" | "slack" | "teams" | "mattermost" | "ntfy"
  active: boolean
  createdDate: string
  secretDate: string
  secretBy: string | null
  lastStatus: number | null
  lastDate: string | null
  failingSince: string | null
  nextTry: string | null
  off: { date: string; reason: "gone" | "failing" } | null
}

export type Delivery = {
  id: number
  messageId: string
  type: string
  sentence: string
  state: "waiting" | "delivered" | "failed"
  tries: number
  status: number | null
  ms: number | null
  answer: string | null
  createdDate: string
  lastDate: string | null
  nextDate: string | null
  body: string
}

export type Feed = {
  id: number
  planId: number | null
  url: string | null
  createdDate: string
  lastUsedAt: string | null
}

export type Proposal = {
  id: number
  planId: number
  agent: string | null
  proposedBy: Person
  createdDate: string
  expires: string
  summary: string
  request: string | null
  changes: ({ op: "create" | "update" | "delete"; entity: "goal" | "item" | "task" | "comment"; id: number | null; ref: string | null; fields: Record<string, unknown>; before: Record<string, unknown> | null; label: string; warning?: string; stale?: string })[]
  state: "open" | "applied" | "partly" | "rejected" | "expired" | "stale"
  decidedBy: Person | null
  decidedDate: string | null
  comment: string | null
  applied: number[] | null
  undone: string | null
  undoable: boolean
}

export type Message = {
  id: number
  conversationId: number
  senderId: number | null
  sender: { userName: string }
  content: string
  sentAt: string
  readByUserIds: number[]
  deleted: boolean
}

export type Conversation = {
  id: number
  planId: number
  participants: ({ id: number; userName: string })[]
  messages: Message[]
}

export type Calls = {
  Account: {
    /** GET /api/Account/UserProfile: The person signed in. For everybody signed in. */
    userProfile(input?: Record<string, never>, options?: CallOptions): Promise<{ id: number; userName: string; email: string; role: 0 | 1 | 2 | 3; avatarUrl: string | null; timeZone: string | null; language: "en" | "de" | null; weekStart: 0 | 1 | 6 | null; subscriptionStatus: number; stripeTrialEnd?: string | null; accessEnds?: string | null; userPlans: ({ planId: number; planRole: 0 | 1 | 2; emailNotifyMentions: boolean; notifyTaskAssigned: boolean; notifyTaskDueSoon: boolean; notifyGoalCheckIn: boolean; emailDailySummary: boolean; emailWeeklySummary: boolean })[] }>
    /** GET /api/Account/storage: How much you store and may store; with planId, the plan and you in it too. For everybody signed in; where it concerns a plan, for members of the plan. */
    storage(input?: { planId?: number | string }, options?: CallOptions): Promise<({ name: string; scope: "person" | "plan" | "member"; what: string; measure: "count" | "bytes"; used: number; most: number })[]>
    /** GET /api/Account/sessions: Where you are signed in: this session first, then the newest. For everybody signed in. */
    sessions(input?: Record<string, never>, options?: CallOptions): Promise<({ id: number; createdDate: string; lastSeenAt: string; userAgent: string | null; address: string | null; current: boolean })[]>
    /** DELETE /api/Account/sessions/:id: Signs one of your sessions out. For everybody signed in. */
    endSession(input: { id: number | string }, options?: CallOptions): Promise<undefined>
    /** DELETE /api/Account/sessions: Signs out all your sessions but this one. For everybody signed in. */
    endOtherSessions(input?: Record<string, never>, options?: CallOptions): Promise<undefined>
    /** GET /api/Account/agents: The agents that act for you, the newest first. For everybody signed in. */
    agents(input?: Record<string, never>, options?: CallOptions): Promise<({ id: number; name: string; host: string; verified: boolean; scopes: ("plans:read" | "plans:propose" | "plans:write")[]; plans: number[] | null; createdDate: string; lastUsedAt: string | null; expires: string | null })[]>
    /** DELETE /api/Account/agents/:id: Ends an agent's access; its tokens and connections end within five seconds. For everybody signed in. */
    endAgent(input: { id: number | string }, options?: CallOptions): Promise<undefined>
    /** GET /api/Account/Login: Goes to a sign-in provider. For anybody. */
    login(input?: { provider?: string; returnUrl?: string; token?: string }, options?: CallOptions): Promise<Response>
    /** GET /api/Account/Callback/:provider: Where a sign-in provider sends the browser back to. For anybody. */
    callback(input: { provider: string }, options?: CallOptions): Promise<Response>
    /** POST /api/Account/RequestEmailSignIn: Sends a sign-in link by mail. For anybody. */
    requestEmailSignIn(input: { email: string; returnUrl?: string | null; invitationToken?: string | null; installed?: boolean }, options?: CallOptions): Promise<undefined>
    /** POST /api/Account/SignInCode: Signs in with the code of a sign-in mail, in the browser that asked for it: ten minutes, five tries a mail. For anybody. */
    signInCode(input: { email: string; code: string }, options?: CallOptions): Promise<{ returnUrl: string }>
    /** GET /api/Account/MagicLink: A page that signs in by posting to the same address. For anybody. */
    magicLinkPage(input?: { token?: string }, options?: CallOptions): Promise<Response>
    /** POST /api/Account/MagicLink: Signs in, once, in any browser. For anybody. */
    magicLink(input?: { token?: string }, options?: CallOptions): Promise<undefined>
    /** GET /api/Account/NewestMail: The newest sign-in mail that is a file; only on the embedded default at a loopback address. For anybody. */
    newestMail(input: { email: string }, options?: CallOptions): Promise<{ subject: string; link: string }>
  }
  Admin: {
    /** GET /api/Admin/accounts: All accounts, the newest first; q: part of a name or an address; role: those of a system role. For System Admins. */
    accounts(input?: { q?: string; role?: "0" | "1" | "2" | "3"; before?: number | string }, options?: CallOptions): Promise<({ id: number; userName: string; email: string; role: 0 | 1 | 2 | 3; enabled: boolean; createdDate: string; lastSeenAt: string | null; plans: number; subscription: { status: 0 | 1 | 2 | 3 | 4 | 5; stripeTrialEnd?: string | null } | null })[]>
    /** GET /api/Admin/plans: All plans, without their contents; q: part of a name or of the owner's; sort: newest (default) or lastEdit. For System Admins. */
    plans(input?: { q?: string; sort?: "newest" | "lastEdit"; before?: number | string }, options?: CallOptions): Promise<({ id: number; name: string; imageUrl: string; ownerName: string; members: number; tasks: number; files: number; bytes: number; lastEdit: string })[]>
    /** GET /api/Admin/jobs: Jobs that have failed for good, such as mails that were refused, the newest first. For System Admins. */
    jobs(input?: { state?: "dead"; before?: number | string }, options?: CallOptions): Promise<({ id: number; kind: string; about: string | null; attempts: number; error: string | null; createdDate: string; failedDate: string })[]>
    /** GET /api/Admin/mails: Mails that are files, the newest first, without their contents; none where a mail server sends them. For System Admins. */
    mails(input?: { before?: number | string }, options?: CallOptions): Promise<({ id: number; to: string; subject: string; createdDate: string })[]>
    /** GET /api/Admin/totals: How many accounts, plans and dead jobs there are. For System Admins. */
    totals(input?: Record<string, never>, options?: CallOptions): Promise<{ accounts: number; plans: number; deadJobs: number }>
    /** GET /api/Admin/queues: Jobs that wait, run, and ended today, by kind of work. For System Admins. */
    queues(input?: Record<string, never>, options?: CallOptions): Promise<({ name: "mail" | "push" | "ai" | "file" | "sweep"; waiting: number; scheduled: number; running: number; doneToday: number; failedToday: number; oldestSeconds: number | null })[]>
    /** GET /api/Admin/health: What the product depends on, and how it answers. For System Admins. */
    health(input?: Record<string, never>, options?: CallOptions): Promise<{ version: string; started: string; checked: string; database: { fault: string | null; p50: number | null; p95: number | null; connections: number; mostConnections: number; bytes: number }; realtime: { fault: string | null; p50: number | null; p95: number | null; sockets: number | null; channels: number | null }; storage: { fault: string | null; p50: number | null; p95: number | null; files: number; bytes: number; fullPercent: number | null }; mail: { server: boolean; retrying: number }; model: string | null; billing: { p50: number | null; p95: number | null; lastWebhook: string | null } | null; doubles?: ({ id: number; email: string; has: { id: number; email: string } })[] }>
    /** POST /api/Admin/accounts/:id/end-sessions: Signs a person out on all devices. For System Admins. */
    endSessions(input: { id: number | string }, options?: CallOptions): Promise<undefined>
    /** POST /api/Admin/jobs/retry-all: Tries all dead jobs again. For System Admins. */
    retryJobs(input?: Record<string, never>, options?: CallOptions): Promise<undefined>
    /** POST /api/Admin/jobs/:id/retry: Tries a dead job again. For System Admins. */
    retryJob(input: { id: number | string }, options?: CallOptions): Promise<undefined>
    /** DELETE /api/Admin/jobs/:id: Gives a dead job up. For System Admins. */
    dropJob(input: { id: number | string }, options?: CallOptions): Promise<undefined>
  }
  Ai: {
    /** GET /api/Ai/provider: Where requests to the assistant are sent; null: nowhere, because no model is configured. For everybody signed in. */
    provider(input?: Record<string, never>, options?: CallOptions): Promise<{ provider: { host: string; model: string } | null }>
    /** POST /api/Ai/boardplanner/:planId: Has the assistant propose changes; the task's result is a change set, with the whole answer as `text`. For members of the plan. */
    boardPlanner(input: { planId: number | string; prompt: string }, options?: CallOptions): Promise<{ taskId: number }>
    /** POST /api/Ai/boardplannerwithfiles: The same with text, Markdown, CSV, Word or PDF files: a form with `planId`, `prompt` and up to five `files` of 10 MiB. For members of the plan. */
    boardPlannerWithFiles(input: { planId: string; prompt?: string; files: File[] }, options?: CallOptions): Promise<{ taskId: number }>
    /** POST /api/Ai/taskchecker/:planId: Has the assistant check whether a task is clear and has an owner, a date and a size. For members of the plan. */
    taskChecker(input: { planId: number | string; taskId: number }, options?: CallOptions): Promise<{ taskId: number }>
    /** GET /api/Ai/status/:taskId: The state of a task of yours, with its result. For everybody signed in; where it concerns a plan, for members of the plan. */
    status(input: { taskId: number | string }, options?: CallOptions): Promise<{ taskId: number; status: "queued" | "running" | "succeeded" | "failed"; progress?: number; result?: { id: number | null; planId: number; expiresAt: string; summary: string; changes: ({ op: "create" | "update" | "delete"; entity: "goal" | "item" | "task" | "comment"; id: number | null; ref: string | null; fields: Record<string, unknown>; before: Record<string, unknown> | null; label: string; warning?: string })[]; text?: string } | { clear: boolean; problems: string[]; changeSet: { id: number | null; planId: number; expiresAt: string; summary: string; changes: ({ op: "create" | "update" | "delete"; entity: "goal" | "item" | "task" | "comment"; id: number | null; ref: string | null; fields: Record<string, unknown>; before: Record<string, unknown> | null; label: string; warning?: string })[] } | null } | Plan; error?: { status: number; message: string } }>
    /** DELETE /api/Ai/status/:taskId: Stops a task of yours; nothing of it happens. For everybody signed in; where it concerns a plan, for members of the plan. */
    stop(input: { taskId: number | string }, options?: CallOptions): Promise<undefined>
    /** GET /api/Ai/preview/:planId/:id: Whether changes that were proposed to you can still be carried out, or have been. For members of the plan. */
    preview(input: { planId: number | string; id: number | string }, options?: CallOptions): Promise<{ state: "open" | "done" | "expired" }>
    /** POST /api/Ai/saveboarddata: Carries out a task's change set, a part of it, or one of your own: all or nothing. For everybody signed in; where it concerns a plan, for members of the plan, not its viewers. */
    saveBoardData(input: { planId: number; taskId?: number; changeSet?: { id?: number | null; changes: ({ op: "create" | "update" | "delete"; entity: "goal" | "item" | "task" | "comment"; id?: number | null; ref?: string | null; fields?: Record<string, unknown> })[] } }, options?: CallOptions): Promise<{ revisionId: number; created: number; updated: number; deleted: number }>
    /** POST /api/Ai/contextchat: Answers a question about the plan: `text/event-stream` of deltas, or JSON. For members of the plan. */
    contextChat(input: { planId: number; messages: ({ role: "user" | "assistant"; content: string })[] }, options?: CallOptions): Promise<{ content: string }>
  }
  Audit: {
    /** GET /api/Audit/unified/plan/:planId: What was changed in a plan, newest first, 100 a page; people and invitations for admins. `agent`: by this agent or key alone. For members of the plan. */
    ofPlan(input: { planId: number | string; before?: number | string; agent?: string }, options?: CallOptions): Promise<({ id: number; entityType: string; entityId: number; action: string; message: string; createdDate: string; createdBy: Person; agent: string | null; via: "web" | "key" | "agent" | "assistant" | "import"; proposal?: number })[]>
    /** GET /api/Audit/changes/:planId: The plan's log as data, oldest first, 500 a page: with `since`, changes after that `seq`, with `before` those before it, of an `entity` or one row of it. A page ends with a whole call, so it may be shorter, or one call long; the last one is empty. For members of the plan, or the plan's API key. */
    changes(input: { planId: number | string; since?: number | string; before?: number | string; entity?: "goal" | "item" | "task" | "label" | "keyResult" | "checkIn" | "comment" | "file" | "note" | "view" | "prompt" | "plan" | "userplan" | "invitation"; id?: number | string }, options?: CallOptions): Promise<Change[]>
    /** GET /api/Audit/unified/goal/:id: What was changed in a goal, its actions and their tasks; `type` keeps the entries of one kind. For members of the plan. */
    ofGoal(input: { id: number | string; planId: number | string; before?: number | string; type?: "goal" | "item" | "task" }, options?: CallOptions): Promise<({ id: number; entityType: string; entityId: number; action: string; message: string; createdDate: string; createdBy: Person; agent: string | null; via: "web" | "key" | "agent" | "assistant" | "import"; proposal?: number })[]>
    /** GET /api/Audit/unified/item/:id: What was changed in an action and its tasks; `type` keeps the entries of one kind. For members of the plan. */
    ofItem(input: { id: number | string; planId: number | string; before?: number | string; type?: "goal" | "item" | "task" }, options?: CallOptions): Promise<({ id: number; entityType: string; entityId: number; action: string; message: string; createdDate: string; createdBy: Person; agent: string | null; via: "web" | "key" | "agent" | "assistant" | "import"; proposal?: number })[]>
    /** GET /api/Audit/unified/task/:id: What was changed in a task. For members of the plan. */
    ofTask(input: { id: number | string; planId: number | string; before?: number | string; type?: "goal" | "item" | "task" }, options?: CallOptions): Promise<({ id: number; entityType: string; entityId: number; action: string; message: string; createdDate: string; createdBy: Person; agent: string | null; via: "web" | "key" | "agent" | "assistant" | "import"; proposal?: number })[]>
    /** GET /api/Audit/unified/invitation/:id: What became of an invitation. For admins of the plan. */
    ofInvitation(input: { id: number | string; planId: number | string; before?: number | string }, options?: CallOptions): Promise<({ id: number; entityType: string; entityId: number; action: string; message: string; createdDate: string; createdBy: Person; agent: string | null; via: "web" | "key" | "agent" | "assistant" | "import"; proposal?: number })[]>
    /** GET /api/Audit/unified/userplan/:id: What was changed in a person's membership of the plan. For admins of the plan. */
    ofMember(input: { id: number | string; planId: number | string; before?: number | string }, options?: CallOptions): Promise<({ id: number; entityType: string; entityId: number; action: string; message: string; createdDate: string; createdBy: Person; agent: string | null; via: "web" | "key" | "agent" | "assistant" | "import"; proposal?: number })[]>
  }
  auth: {
    /** GET /api/auth/logoff: Ends the session. For anybody. */
    logoff(input?: Record<string, never>, options?: CallOptions): Promise<Response>
    /** POST /api/auth/logoff: Ends the session. For anybody. */
    logoffPosted(input?: Record<string, never>, options?: CallOptions): Promise<undefined>
    /** GET /api/auth/switch-account: Ends the session; the next sign-in asks which account, and keeps the invitation whose token is given, and where to go then. For anybody. */
    switchAccount(input?: { token?: string; returnUrl?: string }, options?: CallOptions): Promise<Response>
    /** POST /api/auth/switch-account: Ends the session; the next sign-in asks which account, and keeps the invitation whose token is given, and where to go then. For anybody. */
    switchAccountPosted(input?: { token?: string; returnUrl?: string }, options?: CallOptions): Promise<undefined>
    /** POST /api/auth/mcp-ticket: Opens one connection to the MCP server, within a minute: connect to `url` with `?token=`. For everybody signed in. */
    mcpTicket(input?: Record<string, never>, options?: CallOptions): Promise<{ token: string; url: string; expiresAt: string }>
    /** POST /api/auth/realtime-ticket: What supabase-js needs to follow a plan's events, for ten minutes. For everybody signed in; where it concerns a plan, for members of the plan. */
    realtimeTicket(input?: { planId?: number | null; refused?: boolean }, options?: CallOptions): Promise<{ url: string; apiKey: string; token: string; expiresAt: string; crowded?: true }>
  }
  Feed: {
    /** GET /api/Feed: Your calendar feeds. Whoever has an address reads your dated cards. For everybody signed in. */
    list(input?: Record<string, never>, options?: CallOptions): Promise<Feed[]>
    /** POST /api/Feed: An address for calendar apps with your dated tasks and actions, of all plans or of one. It replaces the one that there was. Agents are refused. For everybody signed in; where it concerns a plan, for members of the plan. */
    create(input?: { planId?: number }, options?: CallOptions): Promise<{ id: number; url: string }>
    /** DELETE /api/Feed/:id: Ends one of your calendar feeds. For everybody signed in. */
    remove(input: { id: number | string }, options?: CallOptions): Promise<undefined>
  }
  File: {
    /** POST /api/File/UploadFile/:planId: Keeps a file (form: file, and at most one of goalId, itemId, taskId, noteId, commentId). At most 50 MiB. For members of the plan, or the plan's API key. */
    upload(input: { planId: number | string; file: File } & Record<string, File | string | number>, options?: CallOptions): Promise<StoredFile>
    /** GET /api/File/ListFiles: The plan's files, or those of one goal, action, task or note, newest first. For members of the plan, or the plan's API key. */
    list(input: { planId: number | string; goalId?: "" | number | string; itemId?: "" | number | string; taskId?: "" | number | string; noteId?: "" | number | string; before?: number | string }, options?: CallOptions): Promise<StoredFile[]>
    /** GET /api/File/DownloadUrl/:planId/:fileName: An address, as text, that hands out the file to whoever has it for 5 minutes. For members of the plan, or the plan's API key. */
    downloadUrl(input: { planId: number | string; fileName: string }, options?: CallOptions): Promise<string>
    /** GET /api/File/ViewFile/:planId/:fileName: The bytes, or a range of them. What could run in a browser comes as a download. For members of the plan, or the plan's API key. */
    view(input: { planId: number | string; fileName: string }, options?: CallOptions): Promise<Response>
    /** GET /api/File/ViewFile/:planId/:fileName/:name: The same; browsers title what they show by the name, which may be any. For members of the plan, or the plan's API key. */
    viewNamed(input: { planId: number | string; fileName: string; name: string }, options?: CallOptions): Promise<Response>
    /** DELETE /api/File/DeleteFile/:planId/:fileName: Deletes a file that no note refers to. For members of the plan, or the plan's API key. */
    remove(input: { planId: number | string; fileName: string }, options?: CallOptions): Promise<undefined>
    /** DELETE /api/File/DeleteFileById/:fileId: Deletes a file that no note refers to. For members of the plan, or the plan's API key. */
    removeById(input: { fileId: number | string }, options?: CallOptions): Promise<undefined>
    /** PUT /api/File/RenameFile/:fileId: Changes the name people see; the extension stays. For members of the plan, or the plan's API key. */
    rename(input: { fileId: number | string; friendlyName: string }, options?: CallOptions): Promise<StoredFile>
    /** GET /api/File/tree: The plan's files by goal, action and task; with search, those whose name has it. A page holds the newest. For members of the plan, or the plan's API key. */
    tree(input: { planId: number | string; search?: string; before?: number | string }, options?: CallOptions): Promise<{ files: StoredFile[]; goals: ({ id: number | null; name: string; files: StoredFile[]; items: ({ id: number; topic: string; files: StoredFile[]; tasks: ({ id: number; description: string; files: StoredFile[] })[] })[] })[] }>
  }
  Goal: {
    /** GET /api/Goal/:id/comments: Its notes, newest first. For members of the plan, or the plan's API key. */
    comments(input: { id: number | string; planId: number | string; before?: number | string }, options?: CallOptions): Promise<Comment[]>
    /** POST /api/Goal/:id/comments: Adds a note; each member mentioned is notified. For members of the plan, or the plan's API key. */
    addComment(input: { id: number | string; planId: number | string; content: string; mentions?: ({ MentionedUserId: number | string })[] | null }, options?: CallOptions): Promise<Comment>
    /** PUT /api/Goal/:id/comments/:commentId: Changes the text of your own note, and who is mentioned in it. For members of the plan, or the plan's API key. */
    updateComment(input: { id: number | string; commentId: number | string; planId: number | string; content?: string; mentions?: ({ MentionedUserId: number | string })[] | null }, options?: CallOptions): Promise<Comment>
    /** DELETE /api/Goal/:id/comments/:commentId: Deletes a note with its files: its author, or an admin. For members of the plan, or the plan's API key. */
    removeComment(input: { id: number | string; commentId: number | string; planId: number | string }, options?: CallOptions): Promise<undefined>
    /** GET /api/Goal/:id/checkins: The check-ins of a goal, newest first. For members of the plan, or the plan's API key. */
    checkIns(input: { id: number | string; planId: number | string; before?: number | string }, options?: CallOptions): Promise<CheckIn[]>
    /** GET /api/Goal/:id/checkins/since: What happened to a goal's cards since its last check-in, from the log: done, added and due later. For members of the plan, or the plan's API key. */
    sinceCheckIn(input: { id: number | string; planId: number | string }, options?: CallOptions): Promise<{ since: string; done: { count: number; cards: ({ entity: "item" | "task"; id: number; name: string })[] }; added: { count: number; cards: ({ entity: "item" | "task"; id: number; name: string })[] }; slipped: { count: number; cards: ({ entity: "item" | "task"; id: number; name: string; from: string; to: string })[] } }>
    /** POST /api/Goal/:id/checkins: Checks a goal in: its status, how confident you are, the values of its results and a note, in one change. `leftOut` names the results sent that have been deleted; the rest is saved. For members of the plan, not its viewers, or the plan's API key. */
    checkIn(input: { id: number | string; planId: number | string; status: 0 | 1 | 2; confidence?: number | null; note?: string; values?: ({ keyResultId: number; current: number })[] }, options?: CallOptions): Promise<{ id: number; planId: number; goalId: number; status: 0 | 1 | 2; confidence: number | null; note: string; values: ({ keyResultId: number; name: string | null; unit: string | null; before: number; current: number })[]; progress: number | null; statusBefore: 0 | 1 | 2 | null; createdDate: string; createdBy: Person; agent: string | null; importedAuthor?: Person | null; leftOut?: number[] }>
    /** DELETE /api/Goal/checkins/:id: Takes back a check-in and what it changed in the goal and its results, unless that has been changed since. For members of the plan, not its viewers, or the plan's API key. */
    removeCheckIn(input: { id: number | string; planId: number | string }, options?: CallOptions): Promise<undefined>
    /** GET /api/Goal/plan/:planId: The goals of a plan, by order. For members of the plan, or the plan's API key. */
    list(input: { planId: number | string }, options?: CallOptions): Promise<Goal[]>
    /** GET /api/Goal/mine: The open goals you own, or with `all` those of all your plans, with their results, by plan and order; `completed` adds the others, `planId` names one plan. For everybody signed in, or the plan's API key; where it concerns a plan, for members of the plan. */
    mine(input?: { all?: boolean; completed?: boolean; planId?: number | string; before?: number | string }, options?: CallOptions): Promise<({ id: number; planId: number; name: string; color: string; order: number; completed: boolean; owner: Person | null; ownerId: number | null; startDate: string | null; dueDate: string | null; status: 0 | 1 | 2 | null; outcome: "achieved" | "missed" | "dropped" | null; progress: number | null; lastCheckIn: { createdDate: string; status: 0 | 1 | 2; confidence: number | null; createdBy: Person } | null; planName: string; pace: number | null; keyResults: KeyResult[]; tasks: number; tasksDone: number; note: string })[]>
    /** GET /api/Goal/:id: One goal. For members of the plan, or the plan's API key. */
    get(input: { id: number | string; planId: number | string }, options?: CallOptions): Promise<Goal>
    /** POST /api/Goal: Adds a goal. For members of the plan, not its viewers, or the plan's API key. */
    create(input: { planId: number | string; name: string; description?: string; explanation?: string; color?: string; order?: number; completed?: boolean; ownerId?: number | null; startDate?: string | null; dueDate?: string | null; status?: 0 | 1 | 2 | null; outcome?: "achieved" | "missed" | "dropped" | null; type?: number; iconName?: string | null; imageBase64?: string | null; videoLink?: string | null; downloadLink?: string | null; isDraft?: boolean }, options?: CallOptions): Promise<Goal>
    /** PUT /api/Goal: Changes the fields sent. For members of the plan, not its viewers, or the plan's API key. */
    update(input: { planId: number | string; name?: string; description?: string; explanation?: string; color?: string; order?: number; completed?: boolean; ownerId?: number | null; startDate?: string | null; dueDate?: string | null; status?: 0 | 1 | 2 | null; outcome?: "achieved" | "missed" | "dropped" | null; type?: number; iconName?: string | null; imageBase64?: string | null; videoLink?: string | null; downloadLink?: string | null; isDraft?: boolean; id: number }, options?: CallOptions): Promise<Goal>
    /** DELETE /api/Goal/:id: Deletes a goal with its actions, tasks, notes and files. For members of the plan, not its viewers, or the plan's API key. */
    remove(input: { id: number | string; planId: number | string }, options?: CallOptions): Promise<undefined>
    /** PUT /api/Goal/UpdateOrders: Reorders goals, all or nothing. For members of the plan, not its viewers, or the plan's API key. */
    updateOrders(input: { planId: number | string; orders: ({ id: number; order: number })[] }, options?: CallOptions): Promise<undefined>
  }
  invitation: {
    /** POST /api/invitation/invite: Invites a person by mail; again for the same address renews it (200). For admins of the plan. */
    invite(input: { email: string; planId: number; role: 0 | 1 | 2; userName?: string | null }, options?: CallOptions): Promise<{ id: number; email: string; planId: number; planName: string; role: 0 | 1 | 2; userName: string | null; createdDate: string; expiresAt: string; mailed?: false; message?: string }>
    /** GET /api/invitation/info: What an invitation is for, by the token of its link. For anybody. */
    info(input: { token: string }, options?: CallOptions): Promise<{ planName: string; invitedBy: { id: number; userName: string } | null; email: string; role: 0 | 1 | 2 | null; state: "open" | "used" | "expired" | "withdrawn" }>
    /** GET /api/invitation/accept: Joins the plan that an invitation is for. For everybody signed in; where it concerns a plan, for members of the plan. */
    accept(input: { token: string }, options?: CallOptions): Promise<{ planId: number; planName: string }>
    /** POST /api/invitation/accept: Joins the plan that an invitation is for. For everybody signed in; where it concerns a plan, for members of the plan. */
    acceptPosted(input: { token: string }, options?: CallOptions): Promise<{ planId: number; planName: string }>
    /** GET /api/invitation/pending/:planId: Invitations of a plan that wait. For admins of the plan. */
    pending(input: { planId: number | string }, options?: CallOptions): Promise<({ id: number; email: string; planId: number; planName: string; role: 0 | 1 | 2; userName: string | null; createdDate: string; expiresAt: string })[]>
    /** GET /api/invitation/pendinguser/:userId: Invitations that wait for you. For the person named. */
    pendingOfUser(input: { userId: number | string }, options?: CallOptions): Promise<({ id: number; email: string; token: string; planId: number; planName: string; role: 0 | 1 | 2; invitedBy: { id: number; userName: string } | null })[]>
    /** DELETE /api/invitation/:id: Withdraws or declines an invitation. For everybody signed in; where it concerns a plan, for admins of the plan. */
    withdraw(input: { id: number | string }, options?: CallOptions): Promise<undefined>
  }
  Item: {
    /** GET /api/Item/:id/comments: Its notes, newest first. For members of the plan, or the plan's API key. */
    comments(input: { id: number | string; planId: number | string; before?: number | string }, options?: CallOptions): Promise<Comment[]>
    /** POST /api/Item/:id/comments: Adds a note; each member mentioned is notified. For members of the plan, or the plan's API key. */
    addComment(input: { id: number | string; planId: number | string; content: string; mentions?: ({ MentionedUserId: number | string })[] | null }, options?: CallOptions): Promise<Comment>
    /** PUT /api/Item/:id/comments/:commentId: Changes the text of your own note, and who is mentioned in it. For members of the plan, or the plan's API key. */
    updateComment(input: { id: number | string; commentId: number | string; planId: number | string; content?: string; mentions?: ({ MentionedUserId: number | string })[] | null }, options?: CallOptions): Promise<Comment>
    /** DELETE /api/Item/:id/comments/:commentId: Deletes a note with its files: its author, or an admin. For members of the plan, or the plan's API key. */
    removeComment(input: { id: number | string; commentId: number | string; planId: number | string }, options?: CallOptions): Promise<undefined>
    /** GET /api/Item/plan/:planId: The actions of a plan, by order. For members of the plan, or the plan's API key. */
    list(input: { planId: number | string }, options?: CallOptions): Promise<Item[]>
    /** GET /api/Item/:id: One action. For members of the plan, or the plan's API key. */
    get(input: { id: number | string; planId: number | string }, options?: CallOptions): Promise<Item>
    /** POST /api/Item: Adds an action. For members of the plan, not its viewers, or the plan's API key. */
    create(input: { planId: number | string; topic?: string; description?: string; businessValue?: number; effortAndComplexity?: number; completed?: boolean; order?: number; focus?: boolean; focusOrder?: number; goalId?: number | null; ownerId?: number | null; dueDate?: string | null; labelIds?: number[]; blockedByIds?: number[]; dotVoting?: number; type?: number; isDraft?: boolean }, options?: CallOptions): Promise<Item>
    /** PUT /api/Item/:id: Changes the fields sent; completed true or false completes or reopens it. For members of the plan, not its viewers, or the plan's API key. */
    update(input: { id: number | string; planId: number | string; topic?: string; description?: string; businessValue?: number; effortAndComplexity?: number; completed?: boolean; order?: number; focus?: boolean; focusOrder?: number; goalId?: number | null; ownerId?: number | null; dueDate?: string | null; labelIds?: number[]; blockedByIds?: number[]; dotVoting?: number; type?: number; isDraft?: boolean }, options?: CallOptions): Promise<Item>
    /** POST /api/Item/:id/copy: Copies an action with its open tasks, without comments and files: behind it, or into the goal `goalId`. `tasks`: the copies, each of which task. For members of the plan, not its viewers, or the plan's API key. */
    copy(input: { id: number | string; planId: number | string; goalId?: number | null }, options?: CallOptions): Promise<{ id: number; planId: number; goal: { id: number; name: string; color: string } | null; topic: string; description: string; businessValue: number; effortAndComplexity: number; completed: boolean; completedDate: string | null; order: number; focus: boolean; focusOrder: number; focusDate: string | null; goalId: number | null; owner: Person | null; awaitedOwner?: Person | null; dueDate: string | null; labelIds: number[]; blockedByIds: number[]; blocked: boolean; dotVoting: number; createdById: number | null; createdDate: string; modifiedDate: string; type: number; attachmentCount: number; isDraft: boolean; tasks: ({ id: number; copyOf: number })[] }>
    /** DELETE /api/Item/:id: Deletes an action with its tasks, notes and files. For members of the plan, not its viewers, or the plan's API key. */
    remove(input: { id: number | string; planId: number | string }, options?: CallOptions): Promise<undefined>
    /** PUT /api/Item/UpdateOrders: Reorders actions in the list, all or nothing; focus, when sent, is written too. For members of the plan, not its viewers, or the plan's API key. */
    updateOrders(input: { planId: number | string; orders: ({ id: number; order: number; focus?: boolean })[] }, options?: CallOptions): Promise<undefined>
    /** PUT /api/Item/UpdateFocusOrders: Reorders the lanes, all or nothing: writes focus and focusOrder. For members of the plan, not its viewers, or the plan's API key. */
    updateFocusOrders(input: { planId: number | string; orders: ({ id: number; order: number; focus?: boolean })[] }, options?: CallOptions): Promise<undefined>
    /** PUT /api/Item/MoveActionToGoal: Moves an action to another goal; its tasks take the goal and its colour. For members of the plan, not its viewers, or the plan's API key. */
    moveActionToGoal(input: { planId: number | string; itemId: number | string; goalId: number | string }, options?: CallOptions): Promise<Item>
  }
  KeyResult: {
    /** GET /api/KeyResult: The results of a plan's goals, by order. For members of the plan, or the plan's API key. */
    list(input: { planId: number | string }, options?: CallOptions): Promise<KeyResult[]>
    /** POST /api/KeyResult: Adds a result to a goal, which has at most 10. For members of the plan, not its viewers, or the plan's API key. */
    create(input: { planId: number | string; unit?: string; order?: number; start: number; target: number; current?: number; goalId: number; name: string }, options?: CallOptions): Promise<KeyResult>
    /** PUT /api/KeyResult: Changes the fields sent. A result stays with its goal. For members of the plan, not its viewers, or the plan's API key. */
    update(input: { planId: number | string; unit?: string; order?: number; name?: string; start?: number; target?: number; current?: number; goalId?: number; id: number }, options?: CallOptions): Promise<KeyResult>
    /** DELETE /api/KeyResult/:id: Deletes a result. Its values in check-ins return with it for 30 days. For members of the plan, not its viewers, or the plan's API key. */
    remove(input: { id: number | string; planId: number | string }, options?: CallOptions): Promise<undefined>
    /** POST /api/KeyResult/:id/restore: Brings back a result that was deleted in the last 30 days, with these values. For members of the plan, not its viewers, or the plan's API key. */
    restore(input: { id: number | string; planId: number | string; unit?: string; order?: number; start: number; target: number; current?: number; goalId: number; name: string }, options?: CallOptions): Promise<KeyResult>
    /** PUT /api/KeyResult/UpdateOrders: Reorders the results of a goal, all or nothing. For members of the plan, not its viewers, or the plan's API key. */
    updateOrders(input: { planId: number | string; orders: ({ id: number; order: number })[] }, options?: CallOptions): Promise<undefined>
  }
  Label: {
    /** GET /api/Label: The labels of a plan, by order. For members of the plan, or the plan's API key. */
    list(input: { planId: number | string }, options?: CallOptions): Promise<Label[]>
    /** POST /api/Label: Adds a label; 409 with `current`, the label that has the name. Without a colour it gets the next unused one of the twelve. `id`: that of a deleted label of the plan, under which it comes back. For members of the plan, not its viewers, or the plan's API key. */
    create(input: { planId: number | string; color?: string; order?: number; name: string; id?: number }, options?: CallOptions): Promise<Label>
    /** PUT /api/Label: Changes the fields sent. For members of the plan, not its viewers, or the plan's API key. */
    update(input: { planId: number | string; color?: string; order?: number; name?: string; id: number }, options?: CallOptions): Promise<Label>
    /** DELETE /api/Label/:id: Deletes a label and takes it off its cards, which get the label `into` instead, if that is sent. For members of the plan, not its viewers, or the plan's API key. */
    remove(input: { id: number | string; planId: number | string; into?: number | string }, options?: CallOptions): Promise<undefined>
    /** PUT /api/Label/UpdateOrders: Reorders labels, all or nothing. For members of the plan, not its viewers, or the plan's API key. */
    updateOrders(input: { planId: number | string; orders: ({ id: number; order: number })[] }, options?: CallOptions): Promise<undefined>
    /** PUT /api/Label/Cards: Puts a label on cards, and takes it off others, all or nothing. For members of the plan, not its viewers, or the plan's API key. */
    setCards(input: { planId: number | string; id: number; on?: { itemIds?: number[]; taskIds?: number[] }; off?: { itemIds?: number[]; taskIds?: number[] } }, options?: CallOptions): Promise<Label>
  }
  message: {
    /** POST /api/message/conversations: The conversation of you and these members: 201 when it is new, 200 when there is one. For members of the plan. */
    open(input: { participantIds: number[]; planId: number }, options?: CallOptions): Promise<Conversation>
    /** GET /api/message/conversations: Your conversations in a plan, the latest first, each with its last message. For members of the plan. */
    list(input: { planId: number | string; before?: number | string }, options?: CallOptions): Promise<({ id: number; planId: number; participants: ({ id: number; userName: string })[]; lastMessage: Message | null })[]>
    /** GET /api/message/conversations/unreadcounts: How many messages of others you have not read. For members of the plan. */
    unreadCounts(input: { planId: number | string }, options?: CallOptions): Promise<{ total: number; byConversation: Record<string, number> }>
    /** GET /api/message/conversations/:id: One of your conversations with a page of its messages, the newest last. For members of the plan. */
    get(input: { id: number | string; before?: number | string }, options?: CallOptions): Promise<Conversation>
    /** POST /api/message/conversations/:id/messages: Sends a message to those who take part. For members of the plan. */
    send(input: { id: number | string; content: string }, options?: CallOptions): Promise<Message>
    /** DELETE /api/message/conversations/:id/messages/:messageId: Deletes a message of yours, for all who take part. For members of the plan. */
    remove(input: { id: number | string; messageId: number | string }, options?: CallOptions): Promise<undefined>
    /** POST /api/message/conversations/:id/read: You have read it up to a message, or all of it. For members of the plan. */
    read(input: { id: number | string; planId?: number; messageId?: number }, options?: CallOptions): Promise<undefined>
  }
  Meeting: {
    /** GET /api/Meeting/:planId: The countdown and the wheel that everybody on the plan sees. For members of the plan. */
    get(input: { planId: number | string }, options?: CallOptions): Promise<{ id: number; planId: number; countdown: { minutes: number; endsAt: string | null; left: number | null; startedAt: string; startedById: number } | null; wheel: { people: ({ id: number; userName: string })[]; winner: number; angle: number; startedAt: string; startedById: number } | null; modifiedDate: string | null; now: string }>
    /** PUT /api/Meeting/:planId: Starts, pauses, resumes or (null) ends the countdown; spins or (null) closes the wheel. For members of the plan, not its viewers. */
    update(input: { planId: number | string; countdown?: { do: "start"; minutes: number } | { do: "pause" | "resume" } | null; wheel?: { memberIds: number[]; winner: number; angle: number } | null }, options?: CallOptions): Promise<{ id: number; planId: number; countdown: { minutes: number; endsAt: string | null; left: number | null; startedAt: string; startedById: number } | null; wheel: { people: ({ id: number; userName: string })[]; winner: number; angle: number; startedAt: string; startedById: number } | null; modifiedDate: string | null; now: string }>
  }
  Note: {
    /** GET /api/Note/types: The types a note may have. For everybody signed in, or the plan's API key. */
    types(input?: Record<string, never>, options?: CallOptions): Promise<({ value: 0 | 1; label: string; color: string })[]>
    /** GET /api/Note/plan/:planId: The plan's open notes and your own, newest change first. For members of the plan, or the plan's API key. */
    list(input: { planId: number | string; type?: string; before?: number | string }, options?: CallOptions): Promise<Note[]>
    /** GET /api/Note/search: Notes that say it, best first, then newest; without words the list. For members of the plan, or the plan's API key. */
    search(input: { planId: number | string; q?: string; type?: string; limit?: number | string }, options?: CallOptions): Promise<Note[]>
    /** GET /api/Note/:id: One note. For members of the plan, or the plan's API key. */
    get(input: { id: number | string }, options?: CallOptions): Promise<Note>
    /** POST /api/Note: Makes a note; without a title its first words are taken. For members of the plan, or the plan's API key. */
    create(input: { planId: number; title?: string | null; content?: string; type?: 0 | 1; visibility?: 0 | 1 }, options?: CallOptions): Promise<Note>
    /** PUT /api/Note/:id: Changes the fields sent: its author or an admin. For members of the plan, or the plan's API key. */
    update(input: { id: number | string; planId?: number; title?: string | null; content?: string; type?: 0 | 1; visibility?: 0 | 1 }, options?: CallOptions): Promise<Note>
    /** DELETE /api/Note/:id: Deletes a note with its files: its author or an admin. For members of the plan, or the plan's API key. */
    remove(input: { id: number | string; planId?: number | string }, options?: CallOptions): Promise<undefined>
    /** GET /api/Note/:id/revisions: What the note was before each change, newest first. For members of the plan, or the plan's API key. */
    revisions(input: { id: number | string; before?: number | string }, options?: CallOptions): Promise<({ id: number; createdDate: string; createdBy: Person; title: string; content: string })[]>
    /** POST /api/Note/:id/restore/:revisionId: Makes title and content what they were; what they are is stored as a version. For members of the plan, or the plan's API key. */
    restore(input: { id: number | string; revisionId: number | string }, options?: CallOptions): Promise<Note>
  }
  notification: {
    /** GET /api/notification/:userId: Your notifications, of one plan or of all, newest first. For the person named; where it concerns a plan, for members of the plan. */
    list(input: { userId: number | string; planId?: number | string; before?: number | string }, options?: CallOptions): Promise<({ id: number; title: string; kind: "mention" | "comment" | "assigned" | "dueSoon" | "accepted" | "imported" | "restored" | "transferred" | "proposed" | "decided" | "unblocked" | "webhookOff" | "checkIn"; actor: { id: number | null; userName: string; avatarUrl?: string | null } | null; agent: string | null; createdAt: string; isRead: boolean; planId: number; planName: string; goalId: number | null; itemId: number | null; taskId: number | null; excerpt: string | null })[]>
    /** GET /api/notification/:userId/unread: How many of your notifications are unread, in all plans and in each. For the person named. */
    unread(input: { userId: number | string }, options?: CallOptions): Promise<{ total: number; byPlan: Record<string, number> }>
    /** PUT /api/notification/:id/read: Marks one of your notifications read. For members of the plan. */
    read(input: { id: number | string; planId: number | string }, options?: CallOptions): Promise<undefined>
    /** PUT /api/notification/read-all: Marks all of your notifications in a plan read. For members of the plan. */
    readAll(input: { planId: number | string }, options?: CallOptions): Promise<undefined>
    /** GET /api/notification/push-key: The public key that a browser subscribes to web push with. For everybody signed in. */
    pushKey(input?: Record<string, never>, options?: CallOptions): Promise<{ publicKey: string }>
    /** POST /api/notification/subscriptions: Sends your notifications to this device too, until it is signed out. For everybody signed in. */
    subscribe(input: { endpoint: string; keys: { p256dh: string; auth: string } }, options?: CallOptions): Promise<{ endpoint: string }>
    /** GET /api/notification/unsubscribe: A mail's unsubscribe address: a page whose button ends that kind of mail. For anybody. */
    mailsPage(input: { token: string }, options?: CallOptions): Promise<Response>
    /** POST /api/notification/unsubscribe: Ends one kind of mail, signed out too; what mail programs post with one click. For anybody. */
    endMails(input: { token: string; body: string }, options?: CallOptions): Promise<Response>
    /** DELETE /api/notification/subscriptions: Sends no more notifications to this device. For everybody signed in. */
    unsubscribe(input: { endpoint: string }, options?: CallOptions): Promise<undefined>
  }
  payment: {
    /** GET /api/payment/subscription-status: Your trial or subscription. For everybody signed in. */
    subscriptionStatus(input?: Record<string, never>, options?: CallOptions): Promise<{ status: 0 | 1 | 2 | 3 | 4 | 5; stripeStatus?: string | null; stripeTrialEnd?: string | null; nextPayment?: string | null; lastPayment?: string | null; accessEnds?: string | null }>
    /** GET /api/payment/price: What a subscription costs. For everybody signed in. */
    price(input?: Record<string, never>, options?: CallOptions): Promise<{ name: string; amount: number | null; currency: string; interval: "day" | "week" | "month" | "year"; every: number }>
    /** POST /api/payment/create-checkout-session: The address where you subscribe; 409 while you have a subscription. For everybody signed in. */
    createCheckoutSession(input?: Record<string, never>, options?: CallOptions): Promise<{ url: string }>
    /** POST /api/payment/verify-session: Takes note of your checkout, so that nothing waits for Stripe's event. For everybody signed in. */
    verifySession(input: { SessionId: string; UserEmail?: string | null }, options?: CallOptions): Promise<{ message: string }>
    /** POST /api/payment/create-portal-session: The address where you manage your subscription; 409 names a missing customer ID. For everybody signed in. */
    createPortalSession(input?: Record<string, never>, options?: CallOptions): Promise<{ url: string }>
    /** POST /api/payment/fix-customer-id: Finds your customer ID at Stripe again, or makes a new one. For everybody signed in. */
    fixCustomerId(input?: Record<string, never>, options?: CallOptions): Promise<{ message: string }>
    /** POST /api/payment/webhook: Stripe's events, signed. For anybody. */
    webhook(input: { body: string }, options?: CallOptions): Promise<{ received: boolean }>
  }
  Plan: {
    /** GET /api/Plan: Your plans, newest edit first. For everybody signed in. */
    list(input?: { before?: number | string }, options?: CallOptions): Promise<Plan[]>
    /** GET /api/Plan/Plan/:planId: One plan. For members of the plan. */
    get(input: { planId: number | string }, options?: CallOptions): Promise<Plan>
    /** GET /api/Plan/:planId/contents: How many goals, actions, tasks, notes and files there are in a plan, or in one of its cards. For members of the plan, or the plan's API key. */
    contents(input: { planId: number | string; entity?: "goal" | "item" | "task"; id?: number | string }, options?: CallOptions): Promise<{ goals: number; items: number; tasks: number; comments: number; notes: number; files: number }>
    /** GET /api/Plan/:planId/board: The whole board of one moment, with an ETag. For members of the plan, or the plan's API key. */
    board(input: { planId: number | string }, options?: CallOptions): Promise<Board>
    /** GET /api/Plan/:planId/changes: The events after `since`, and all drafts; 410 when `since` is no longer kept. With `more`, ask again with the `seq` of the answer. With the `draftsTag` of an answer, drafts that are still the same are left out; so are more than 1,000, or 2 MiB, which the board has. For members of the plan, or the plan's API key. */
    changes(input: { planId: number | string; since: number | string; draftsTag?: string }, options?: CallOptions): Promise<{ seq: number; events: ({ seq: number; event: string; payload: { planId: number; clientId: string | null; actorId: number | null; agent?: string | null; at: string; seq: number; data: unknown; id?: number } })[]; more?: true; drafts?: { goals: Goal[]; items: Item[]; tasks: Task[] }; draftsTag: string }>
    /** POST /api/Plan: Makes a plan; the caller owns it. For everybody signed in; where it concerns a plan, for admins of the plan. */
    create(input?: { name?: string; type?: 0 | 1; effortAndComplexityVisible?: boolean; aiInstructions?: string; aiEnabled?: boolean; snapshotDescription?: string | null; isTemplate?: boolean; isArchived?: boolean }, options?: CallOptions): Promise<Plan>
    /** POST /api/Plan/sample: Makes a plan filled with an example, or fills the plan `planId`, which has no cards. For everybody signed in; where it concerns a plan, for members of the plan, not its viewers. */
    createSample(input?: { planId?: number }, options?: CallOptions): Promise<Plan>
    /** POST /api/Plan/:planId/copy: Copies a plan into one of yours: everything open, with labels. With `firstDay` all dates move so that the earliest falls there. Owners who are not members of the copy are awaited. A plan of more than 2,000 cards is copied in the background (202); its task's result is the plan. For members of the plan, not its viewers. */
    copy(input: { planId: number | string; name: string; tasks?: boolean; notes?: boolean; files?: boolean; comments?: boolean; owners?: boolean; completed?: boolean; firstDay?: string | null }, options?: CallOptions): Promise<Plan | { taskId: number }>
    /** PUT /api/Plan: Changes the fields sent. An archived plan is read-only: every other change of it is a 409 until `isArchived` is false. For admins of the plan. */
    update(input: { name?: string; type?: 0 | 1; effortAndComplexityVisible?: boolean; aiInstructions?: string; aiEnabled?: boolean; snapshotDescription?: string | null; isTemplate?: boolean; isArchived?: boolean; id: number }, options?: CallOptions): Promise<Plan>
    /** DELETE /api/Plan/:planId: Deletes a plan and all of it. For admins of the plan. */
    remove(input: { planId: number | string }, options?: CallOptions): Promise<undefined>
    /** POST /api/Plan/owner: Hands the plan over to a member. For its owner, who stays an admin of it, and SystemAdmins. For admins of the plan. */
    setOwner(input: { planId: number; userId: number }, options?: CallOptions): Promise<Plan>
    /** POST /api/Plan/user: Changes a member's plan role. For admins of the plan. */
    setMemberRole(input: { planId: number; userId: number; role: 0 | 1 | 2 }, options?: CallOptions): Promise<Member>
    /** DELETE /api/Plan/user/:planId/:userId: Removes a member, or leaves the plan. For members of the plan; about somebody else, for admins of the plan. */
    removeMember(input: { planId: number | string; userId: number | string }, options?: CallOptions): Promise<undefined>
    /** GET /api/Plan/:planId/revisions: The plan's versions, newest first. For members of the plan. */
    revisions(input: { planId: number | string }, options?: CallOptions): Promise<({ id: number; createdDate: string; createdBy: { id: number; userName: string } | null; description: string; goals: number; items: number; tasks: number })[]>
    /** DELETE /api/Plan/:planId/revisions: Deletes all versions of the plan. For admins of the plan. */
    removeRevisions(input: { planId: number | string }, options?: CallOptions): Promise<undefined>
    /** GET /api/Plan/:planId/revisions/:revisionId/changes: What restoring a version would change: how many cards, and the first of them. For admins of the plan. */
    revisionChanges(input: { planId: number | string; revisionId: number | string }, options?: CallOptions): Promise<{ restored: number; changed: number; moved: number; deleted: number; reordered: number; first: ({ effect: "restored" | "changed" | "moved" | "deleted"; entity: "goal" | "item" | "task"; id: number; name: string; notes: number; fields: ({ name: string; from?: string | number | boolean | null; to?: string | number | boolean | null })[] })[] }>
    /** POST /api/Plan/:planId/snapshot: Keeps the plan as it is now. Without `force`, and nothing changed since the newest version, that one (200). For members of the plan, not its viewers. */
    snapshot(input: { planId: number | string; force?: boolean; description?: string | null }, options?: CallOptions): Promise<{ id: number; createdDate: string; createdBy: { id: number; userName: string } | null; description: string; goals: number; items: number; tasks: number }>
    /** POST /api/Plan/:planId/restore/:revisionId: Makes goals, actions and tasks what the version holds; the present state is kept as a version first. For admins of the plan. */
    restore(input: { planId: number | string; revisionId: number | string }, options?: CallOptions): Promise<Plan>
    /** POST /api/Plan/revert/:planId: Undoes a change of the audit log and all later ones. For admins of the plan. */
    revert(input: { planId: number | string; auditId: number }, options?: CallOptions): Promise<{ revisionId: number; created: number; updated: number; deleted: number }>
    /** GET /api/Plan/:planId/export: The whole plan as a file: JSON that can be imported again, a zip of it with the plan's files, CSV, a Markdown outline, or a calendar of due dates. For members of the plan, or the plan's API key. */
    export(input: { planId: number | string; format?: "json" | "csv" | "md" | "ics" | "zip" }, options?: CallOptions): Promise<Response>
    /** POST /api/Plan/import: Makes a plan of a file (form: file): JSON or the zip of a plan, CSV, a board exported by Trello, or a Markdown outline. A time of a Trello board is a day in the form's `timeZone`, or in the person's. `leftOut`: sentences about what was left out, cut or became text. For everybody signed in; where it concerns a plan, for admins of the plan. */
    import(input: { file: File } & Record<string, File | string | number>, options?: CallOptions): Promise<{ id: number; name: string; ownerId: number; ownerName: string; type: number; planRole: 0 | 1 | 2 | null; lastEdit: string; lastSnapshot: string | null; snapshotDescription: string | null; effortAndComplexityVisible: boolean; aiInstructions: string; aiEnabled: boolean; imageUrl: string; integrationEnabled: boolean; createdDate: string; isDraft: boolean; isTemplate: boolean; isArchived: boolean; starred?: boolean; leftOut: string[]; awaited: ({ userName: string; email: string | null })[] }>
    /** GET /api/Plan/:planId/deleted: Goals, actions and tasks deleted in the last 30 days, newest first, each deletion once, at its top. For admins of the plan. */
    deleted(input: { planId: number | string; before?: number | string }, options?: CallOptions): Promise<({ entity: "goal" | "item" | "task"; id: number; name: string; deletedDate: string; deletedBy: Person; contains: { items: number; tasks: number; comments: number; files: number }; waitsFor: { entity: "goal" | "item"; name: string; why: "deleted" | "completed" } | null })[]>
    /** POST /api/Plan/:planId/deleted/:entity/:id/restore: Brings a deleted goal, action or task back with all that went with it. For admins of the plan. */
    restoreDeleted(input: { planId: number | string; entity: "goal" | "item" | "task"; id: number | string }, options?: CallOptions): Promise<Goal | Item | Task>
    /** GET /api/Plan/:planId/image: The plan's picture, or the default one. For members of the plan. */
    image(input: { planId: number | string; ts?: string }, options?: CallOptions): Promise<Response>
    /** POST /api/Plan/:planId/image: Gives the plan a picture, cut to 145 by 135. For admins of the plan. */
    setImage(input: { planId: number | string; file: File } & Record<string, File | string | number>, options?: CallOptions): Promise<{ url: string }>
    /** DELETE /api/Plan/:planId/image: Back to the default picture. For admins of the plan. */
    removeImage(input: { planId: number | string }, options?: CallOptions): Promise<undefined>
    /** GET /api/Plan/:planId/keys: The plan's API keys, newest first. For admins of the plan. */
    keys(input: { planId: number | string }, options?: CallOptions): Promise<({ id: number; name: string; access: "read" | "propose" | "write"; expires: string | null; createdDate: string; createdBy: Person | null; lastUsedAt: string | null; isIntegration: boolean })[]>
    /** POST /api/Plan/:planId/keys: Gives the plan a named API key that reads, proposes or writes. It is shown this once. For admins of the plan. */
    makeKey(input: { planId: number | string; name: string; access: "read" | "propose" | "write"; expires?: string | null }, options?: CallOptions): Promise<{ id: number; name: string; access: "read" | "propose" | "write"; expires: string | null; apiKey: string }>
    /** DELETE /api/Plan/:planId/keys/:id: Ends an API key of the plan. For admins of the plan. */
    removeKey(input: { planId: number | string; id: number | string }, options?: CallOptions): Promise<undefined>
    /** GET /api/Plan/:planId/proposals: What agents propose for the plan, newest first. `state`: open, the default, or all of the last 30 days. For members of the plan. */
    proposals(input: { planId: number | string; state?: "open" | "all"; before?: number | string }, options?: CallOptions): Promise<Proposal[]>
    /** GET /api/Plan/:planId/proposals/:id: One proposal, open or decided. For members of the plan, or the plan's API key. */
    proposal(input: { planId: number | string; id: number | string }, options?: CallOptions): Promise<Proposal>
    /** POST /api/Plan/:planId/proposals/:id/apply: Applies a proposal, or the changes at the positions `only`, in one transaction. Without `only`, what no longer fits the plan is left out. For members of the plan, not its viewers. */
    applyProposal(input: { planId: number | string; id: number | string; only?: number[] }, options?: CallOptions): Promise<{ revisionId: number; created: number; updated: number; deleted: number }>
    /** POST /api/Plan/:planId/proposals/:id/reject: Rejects a proposal; the agent reads the comment. For members of the plan, not its viewers. */
    rejectProposal(input: { planId: number | string; id: number | string; comment?: string | null }, options?: CallOptions): Promise<Proposal>
    /** DELETE /api/Plan/:planId/proposals/:id: Withdraws a proposal of one's own agent; admins of the plan also that of a key. For members of the plan, or the plan's API key. */
    withdrawProposal(input: { planId: number | string; id: number | string }, options?: CallOptions): Promise<undefined>
  }
  plans: {
    /** GET /api/plans/:planId/integration: Whether the plan has a key named Integration, since when, and when it was last used. For admins of the plan. */
    state(input: { planId: number | string }, options?: CallOptions): Promise<{ enabled: boolean; createdDate: string | null; lastUsed: string | null }>
    /** POST /api/plans/:planId/integration/enable: Gives the plan the key named Integration, which writes. It is shown this once. For admins of the plan. */
    enable(input: { planId: number | string }, options?: CallOptions): Promise<{ apiKey: string }>
    /** POST /api/plans/:planId/integration/rotate: Replaces the key named Integration; the old one ends at once. For admins of the plan. */
    rotate(input: { planId: number | string }, options?: CallOptions): Promise<{ apiKey: string }>
    /** POST /api/plans/:planId/integration/disable: Ends the key named Integration. For admins of the plan. */
    disable(input: { planId: number | string }, options?: CallOptions): Promise<undefined>
    /** GET /api/plans/:planId/link: The plan's public link; null: none. For admins of the plan. */
    link(input: { planId: number | string }, options?: CallOptions): Promise<{ url: string; expires: string | null; hasPassword: boolean } | null>
    /** POST /api/plans/:planId/link: Gives the plan a public link to its board, read only. The one before ends at once. For admins of the plan. */
    makeLink(input: { planId: number | string; expires?: string | null; password?: string | null }, options?: CallOptions): Promise<{ url: string; expires: string | null; hasPassword: boolean }>
    /** DELETE /api/plans/:planId/link: Ends the plan's public link. For admins of the plan. */
    endLink(input: { planId: number | string }, options?: CallOptions): Promise<undefined>
  }
  Prompt: {
    /** GET /api/Prompt: Your prompts and those of your plans; with planId your own and that plan's. For everybody signed in; where it concerns a plan, for members of the plan. */
    list(input?: { planId?: number | string; before?: number | string }, options?: CallOptions): Promise<({ id: number; planId: number | null; name: string; text: string; createdDate: string; modifiedDate: string })[]>
    /** GET /api/Prompt/:id: One prompt. For everybody signed in. */
    get(input: { id: number | string }, options?: CallOptions): Promise<{ id: number; planId: number | null; name: string; text: string; createdDate: string; modifiedDate: string }>
    /** POST /api/Prompt: Keeps a prompt of your own, or (planId, admins) of the plan. For everybody signed in; where it concerns a plan, for admins of the plan. */
    create(input: { name: string; text: string; planId?: number | null }, options?: CallOptions): Promise<{ id: number; planId: number | null; name: string; text: string; createdDate: string; modifiedDate: string }>
    /** PUT /api/Prompt/:id: Changes the fields sent: your own prompt, or as an admin the plan's. For everybody signed in; where it concerns a plan, for admins of the plan. */
    update(input: { id: number | string; name?: string; text?: string }, options?: CallOptions): Promise<{ id: number; planId: number | null; name: string; text: string; createdDate: string; modifiedDate: string }>
    /** DELETE /api/Prompt/:id: Deletes your own prompt, or as an admin the plan's. For everybody signed in; where it concerns a plan, for admins of the plan. */
    remove(input: { id: number | string }, options?: CallOptions): Promise<undefined>
  }
  public: {
    /** GET /api/public/board: The board that a public link shows. For the page of a public link. */
    board(input?: Record<string, never>, options?: CallOptions): Promise<{ seq: number; plan: { id: number; name: string; effortAndComplexityVisible: boolean }; labels: ({ id: number; name: string; color: string; order: number })[]; goals: ({ id: number; name: string; description: string; color: string; order: number; completed: boolean; status: 0 | 1 | 2 | null; progress: number | null })[]; items: ({ id: number; goal: { id: number; name: string; color: string } | null; topic: string; description: string; businessValue: number; effortAndComplexity: number; completedDate: string | null; order: number; focus: boolean; focusOrder: number; goalId: number | null; dueDate: string | null; labelIds: number[]; owner: { userName: string; tint: number | null } | null })[]; tasks: ({ id: number; description: string; type: 0 | 1 | 2; itemId: number; goalId: number | null; dueDate: string | null; labelIds: number[]; color: string; order: number; completedDate: string | null; owner: { userName: string; tint: number | null } | null })[] }>
    /** POST /api/public/realtime-ticket: What supabase-js needs to hear that the board has changed, for ten minutes. For the page of a public link. */
    realtimeTicket(input?: { refused?: boolean }, options?: CallOptions): Promise<{ url: string; apiKey: string; token: string; expiresAt: string; crowded?: true }>
  }
  Search: {
    /** GET /api/Search: What of the plan says it: words, their beginnings, words like them. Best first, then newest; up to `limit` of each type. For members of the plan, or the plan's API key. */
    search(input: { planId: number | string; q: string; limit?: number | string; types?: string }, options?: CallOptions): Promise<{ goals: ({ id: number; planId: number; name: string; description: string; explanation: string; color: string; order: number; completed: boolean; owner: Person | null; ownerId: number | null; awaitedOwner?: Person | null; startDate: string | null; dueDate: string | null; status: 0 | 1 | 2 | null; outcome: "achieved" | "missed" | "dropped" | null; progress: number | null; lastCheckIn: { createdDate: string; status: 0 | 1 | 2; confidence: number | null; createdBy: Person } | null; createdDate: string; modifiedDate: string; createdBy: Person; type: number; iconName: string | null; imageBase64: string | null; videoLink: string | null; downloadLink: string | null; isDraft: boolean; snippet: string })[]; items: ({ id: number; planId: number; goal: { id: number; name: string; color: string } | null; topic: string; description: string; businessValue: number; effortAndComplexity: number; completed: boolean; completedDate: string | null; order: number; focus: boolean; focusOrder: number; focusDate: string | null; goalId: number | null; owner: Person | null; awaitedOwner?: Person | null; dueDate: string | null; labelIds: number[]; blockedByIds: number[]; blocked: boolean; dotVoting: number; createdById: number | null; createdDate: string; modifiedDate: string; type: number; attachmentCount: number; isDraft: boolean; snippet: string })[]; tasks: ({ id: number; planId: number; description: string; type: 0 | 1 | 2; complete: boolean; itemId: number; goalId: number | null; owner: Person | null; ownerId: number | null; awaitedOwner?: Person | null; dueDate: string | null; recurrence: string | null; recurrenceFrom: "due" | "done"; next?: { id: number | null; recurrence: string; dueDate: string | null } | null; labelIds: number[]; blockedByIds: number[]; blocked: boolean; color: string; ownColor: string | null; order: number; createdDate: string; modified: string; completedDate: string | null; attachmentCount: number; readOnly: boolean; isDraft: boolean; snippet: string })[]; comments: ({ id: number; planId: number; goalId: number | null; itemId: number | null; taskId: number | null; content: string; createdDate: string; editedDate: string | null; createdById: number | null; createdBy: Person; agent: string | null; mentions: ({ MentionedUserId: number })[]; importedAuthor?: Person | null; snippet: string })[]; notes: ({ id: number; planId: number; title: string; content: string; type: 0 | 1; visibility: 0 | 1; createdDate: string; modifiedDate: string; createdById: number | null; createdByName: string; agent: string | null; entityType: string | null; goalId: number | null; itemId: number | null; taskId: number | null; goalName: string | null; itemTopic: string | null; taskDescription: string | null; canEdit: boolean; snippet: string })[]; files: ({ id: number; fileId: number; planId: number; fileName: string; uniqueFileName: string; friendlyName: string; mimeType: string; previewUrl: string | null; thumbnailFileName: string | null; size: number; uploadDate: string; uploadedBy: Person; goalId: number | null; itemId: number | null; taskId: number | null; noteId: number | null; goalName: string | null; goalColor: string | null; itemTopic: string | null; taskDescription: string | null; referencedByNote: boolean; snippet: string })[]; incomplete?: true }>
    /** GET /api/Search/suggestions: Names in the plan that the search would find. For members of the plan, or the plan's API key. */
    suggestions(input: { planId: number | string; q: string; limit?: number | string }, options?: CallOptions): Promise<({ text: string; kind: "goals" | "items" | "tasks" | "comments" | "notes" | "files"; id: number })[]>
    /** GET /api/Search/entity-types: The types a search may be of. For everybody signed in, or the plan's API key. */
    entityTypes(input?: Record<string, never>, options?: CallOptions): Promise<string[]>
  }
  Task: {
    /** GET /api/Task/:id/comments: Its notes, newest first. For members of the plan, or the plan's API key. */
    comments(input: { id: number | string; planId: number | string; before?: number | string }, options?: CallOptions): Promise<Comment[]>
    /** POST /api/Task/:id/comments: Adds a note; each member mentioned is notified. For members of the plan, or the plan's API key. */
    addComment(input: { id: number | string; planId: number | string; content: string; mentions?: ({ MentionedUserId: number | string })[] | null }, options?: CallOptions): Promise<Comment>
    /** PUT /api/Task/:id/comments/:commentId: Changes the text of your own note, and who is mentioned in it. For members of the plan, or the plan's API key. */
    updateComment(input: { id: number | string; commentId: number | string; planId: number | string; content?: string; mentions?: ({ MentionedUserId: number | string })[] | null }, options?: CallOptions): Promise<Comment>
    /** DELETE /api/Task/:id/comments/:commentId: Deletes a note with its files: its author, or an admin. For members of the plan, or the plan's API key. */
    removeComment(input: { id: number | string; commentId: number | string; planId: number | string }, options?: CallOptions): Promise<undefined>
    /** GET /api/Task/plan/:planId: The tasks of a plan, by order. For members of the plan, or the plan's API key. */
    list(input: { planId: number | string }, options?: CallOptions): Promise<Task[]>
    /** GET /api/Task/mine: The tasks you own in all your plans, by due date, those without one last, then by plan. By default the open ones of open actions; `done` adds the others, `doneSince` only those done since then; `planId` names one plan. For everybody signed in; where it concerns a plan, for members of the plan. */
    mine(input?: { done?: boolean; doneSince?: string; planId?: number | string; before?: number | string }, options?: CallOptions): Promise<({ id: number; planId: number; description: string; type: 0 | 1 | 2; complete: boolean; itemId: number; goalId: number | null; owner: Person | null; ownerId: number | null; awaitedOwner?: Person | null; dueDate: string | null; recurrence: string | null; recurrenceFrom: "due" | "done"; next?: { id: number | null; recurrence: string; dueDate: string | null } | null; labelIds: number[]; blockedByIds: number[]; blocked: boolean; color: string; ownColor: string | null; order: number; createdDate: string; modified: string; completedDate: string | null; attachmentCount: number; readOnly: boolean; isDraft: boolean; planName: string; itemTopic: string; goalName: string | null; labelNames?: string[] })[]>
    /** GET /api/Task/find: Tasks of a plan, or of all your plans, by due date, those without one last, then by plan: of an owner, an action or a goal, in a column (without one the open tasks of open actions), due from a day and before another, or without a due date, with a label, or waiting for an open task. For everybody signed in, or the plan's API key; where it concerns a plan, for members of the plan. */
    find(input?: { planId?: number | string; ownerId?: number | string; ownerName?: string; goalId?: number | string; itemId?: number | string; column?: string; from?: string; until?: string; undated?: boolean; labelId?: number | string; labelName?: string; blocked?: boolean; limit?: number | string; before?: number | string }, options?: CallOptions): Promise<({ id: number; planId: number; description: string; type: 0 | 1 | 2; complete: boolean; itemId: number; goalId: number | null; owner: Person | null; ownerId: number | null; awaitedOwner?: Person | null; dueDate: string | null; recurrence: string | null; recurrenceFrom: "due" | "done"; next?: { id: number | null; recurrence: string; dueDate: string | null } | null; labelIds: number[]; blockedByIds: number[]; blocked: boolean; color: string; ownColor: string | null; order: number; createdDate: string; modified: string; completedDate: string | null; attachmentCount: number; readOnly: boolean; isDraft: boolean; planName: string; itemTopic: string; goalName: string | null; labelNames?: string[] })[]>
    /** GET /api/Task/mine/overdue: How many of your open tasks are due before a day. For everybody signed in. */
    overdue(input: { day: string }, options?: CallOptions): Promise<{ overdue: number }>
    /** GET /api/Task/:id: One task. For members of the plan, or the plan's API key. */
    get(input: { id: number | string; planId: number | string }, options?: CallOptions): Promise<Task>
    /** POST /api/Task: Adds a task to an action. For members of the plan, not its viewers, or the plan's API key. */
    create(input: { planId: number | string; description: string; type?: 0 | 1 | 2; complete?: boolean; itemId: number; goalId?: number | null; ownerId?: number | null; dueDate?: string | null; recurrence?: string | null; recurrenceFrom?: "due" | "done"; labelIds?: number[]; blockedByIds?: number[]; color?: string | null; order?: number; isDraft?: boolean }, options?: CallOptions): Promise<Task>
    /** PUT /api/Task: Changes the fields sent. For members of the plan, not its viewers, or the plan's API key. */
    update(input: { planId: number | string; description?: string; type?: 0 | 1 | 2; complete?: boolean; itemId?: number; goalId?: number | null; ownerId?: number | null; dueDate?: string | null; recurrence?: string | null; recurrenceFrom?: "due" | "done"; labelIds?: number[]; blockedByIds?: number[]; color?: string | null; order?: number; isDraft?: boolean; id: number }, options?: CallOptions): Promise<Task>
    /** POST /api/Task/:id/copy: Copies a task, without comments and files: behind it, or to the end of the action `itemId`. A done one is copied to To Do. For members of the plan, not its viewers, or the plan's API key. */
    copy(input: { id: number | string; planId: number | string; itemId?: number }, options?: CallOptions): Promise<Task>
    /** DELETE /api/Task/:id: Deletes a task with its notes and files. For members of the plan, not its viewers, or the plan's API key. */
    remove(input: { id: number | string; planId: number | string }, options?: CallOptions): Promise<undefined>
    /** PUT /api/Task/UpdateOrders: Reorders and moves tasks, all or nothing. For members of the plan, not its viewers, or the plan's API key. */
    updateOrders(input: { planId: number | string; orders: ({ id: number; order: number; complete?: boolean; type?: 0 | 1 | 2; itemId?: number })[] }, options?: CallOptions): Promise<undefined>
  }
  Threads: {
    /** GET /api/Threads/tree: The plan's comments by goal, action and task, newest first; with search, those that say it. A page holds the newest. For members of the plan, or the plan's API key. */
    tree(input: { planId: number | string; search?: string; before?: number | string }, options?: CallOptions): Promise<{ goals: ({ id: number | null; name: string; totalCommentsCount: number; comments: Comment[]; items: ({ id: number; topic: string; totalCommentsCount: number; comments: Comment[]; tasks: ({ id: number; description: string; comments: Comment[] })[] })[] })[] }>
  }
  Users: {
    /** PUT /api/Users/:id/plan-prefs/:planId: What you want to be told of in a plan, and whether you starred it: send one of the flags, or more. For the person named; where it concerns a plan, for members of the plan. */
    setPlanPreferences(input: { id: number | string; planId: number | string; emailNotifyMentions?: boolean; notifyTaskAssigned?: boolean; notifyTaskDueSoon?: boolean; notifyGoalCheckIn?: boolean; emailDailySummary?: boolean; emailWeeklySummary?: boolean; starred?: boolean }, options?: CallOptions): Promise<{ emailNotifyMentions: boolean; notifyTaskAssigned: boolean; notifyTaskDueSoon: boolean; notifyGoalCheckIn: boolean; emailDailySummary: boolean; emailWeeklySummary: boolean; starred: boolean }>
    /** GET /api/Users: The people of a plan. For members of the plan. */
    list(input: { planId: number | string }, options?: CallOptions): Promise<({ id: number; userName: string; avatarUrl: string | null; lastSeenAt: string | null; lastSeenInPlanAt: string | null; tint: number })[]>
    /** GET /api/Users/plan/:planId: The members of a plan with their roles; addresses for admins, accounts for those who may enable them. For members of the plan. */
    listOfPlan(input: { planId: number | string }, options?: CallOptions): Promise<({ id: number; userName: string; avatarUrl: string | null; lastSeenAt: string | null; lastSeenInPlanAt: string | null; tint: number; planRole: 0 | 1 | 2; email?: string; role?: 0 | 1 | 2 | 3; enabled?: boolean })[]>
    /** PUT /api/Users/:id: Changes your name, time zone, language and the first day of your week; a SystemAdmin changes anybody's system role. For everybody signed in. */
    update(input: { id: number | string; userName?: string; role?: 0 | 1 | 2 | 3; timeZone?: string | null; language?: "en" | "de" | null; weekStart?: 0 | 1 | 6 | null }, options?: CallOptions): Promise<{ id: number; userName: string; email: string; role: 0 | 1 | 2 | 3; avatarUrl: string | null; timeZone?: string | null; language?: "en" | "de" | null; weekStart?: 0 | 1 | 6 | null }>
    /** POST /api/Users/enable: Enables or disables an account; disabling ends its sessions and live connections. For System Admins and Administrators. */
    enable(input: { userId: number; enabled: boolean }, options?: CallOptions): Promise<undefined>
    /** GET /api/Users/:id/avatar: A person's picture, for who shares a plan; 404: show the letter. For everybody signed in. */
    avatar(input: { id: number | string; ts?: string }, options?: CallOptions): Promise<Response>
    /** POST /api/Users/:id/avatar: Your picture, cut to a square. For the person named. */
    setAvatar(input: { id: number | string; file: File } & Record<string, File | string | number>, options?: CallOptions): Promise<{ url: string }>
    /** DELETE /api/Users/:id/avatar: Back to the letter. For the person named. */
    removeAvatar(input: { id: number | string }, options?: CallOptions): Promise<undefined>
  }
  View: {
    /** GET /api/View: Your views of the plan and those shared with it, in their order. For members of the plan. */
    list(input: { planId: number | string }, options?: CallOptions): Promise<View[]>
    /** POST /api/View: Keeps a view of your own, or (shared, members who are no viewers) of the plan. For members of the plan. */
    create(input: { planId: number | string; name: string; shared?: boolean; layout?: "board" | "calendar"; filter?: { text?: string; ownerIds?: (number | null)[]; labelIds?: number[]; due?: "overdue" | "today" | "week" | "next" | "none"; goalIds?: number[]; columns?: (0 | 1 | 2)[]; blocked?: boolean; mine?: boolean }; order?: number }, options?: CallOptions): Promise<View>
    /** PUT /api/View: Changes the fields sent: of your own view, or as an admin of a shared one. For members of the plan. */
    update(input: { planId: number | string; id: number; name?: string; shared?: boolean; layout?: "board" | "calendar"; filter?: { text?: string; ownerIds?: (number | null)[]; labelIds?: number[]; due?: "overdue" | "today" | "week" | "next" | "none"; goalIds?: number[]; columns?: (0 | 1 | 2)[]; blocked?: boolean; mine?: boolean }; order?: number }, options?: CallOptions): Promise<View>
    /** DELETE /api/View/:id: Deletes your own view, or as an admin a shared one. For members of the plan. */
    remove(input: { id: number | string; planId: number | string }, options?: CallOptions): Promise<undefined>
  }
  Webhook: {
    /** GET /api/Webhook: The plan's webhooks, oldest first. For admins of the plan. */
    list(input: { planId: number | string }, options?: CallOptions): Promise<Webhook[]>
    /** POST /api/Webhook: Sends the plan's changes to an address, each signed with the secret, which is shown this once. `events`: names, or all by `*`. Formats other than `standard` send a sentence. For admins of the plan. */
    create(input: { planId: number | string; name: string; url: string; events?: string[]; format?: "standard" | "slack" | "teams" | "mattermost" | "ntfy"; active?: boolean }, options?: CallOptions): Promise<{ id: number; planId: number; name: string; url: string; events: string[]; format: "standard" | "slack" | "teams" | "mattermost" | "ntfy"; active: boolean; createdDate: string; secretDate: string; secretBy: string | null; lastStatus: number | null; lastDate: string | null; failingSince: string | null; nextTry: string | null; off: { date: string; reason: "gone" | "failing" } | null; secret: string }>
    /** PUT /api/Webhook: Changes the fields sent. Switched on again, a webhook sends what happens from then on. For admins of the plan. */
    update(input: { planId: number | string; id: number; name?: string; url?: string; events?: string[]; format?: "standard" | "slack" | "teams" | "mattermost" | "ntfy"; active?: boolean }, options?: CallOptions): Promise<Webhook>
    /** DELETE /api/Webhook/:id: Deletes a webhook with its deliveries. For admins of the plan. */
    remove(input: { id: number | string; planId: number | string }, options?: CallOptions): Promise<undefined>
    /** POST /api/Webhook/:id/rotate: Gives a webhook another secret, shown this once. Deliveries that wait are signed with it. For admins of the plan. */
    rotate(input: { id: number | string; planId: number | string }, options?: CallOptions): Promise<{ secret: string }>
    /** GET /api/Webhook/:id/deliveries: A webhook's last 100 deliveries, newest first. For admins of the plan. */
    deliveries(input: { id: number | string; planId: number | string }, options?: CallOptions): Promise<Delivery[]>
    /** POST /api/Webhook/:id/deliveries/:delivery/resend: Sends a delivery now, under its id, and answers how it went. For admins of the plan. */
    resend(input: { id: number | string; delivery: number | string; planId: number | string }, options?: CallOptions): Promise<Delivery>
    /** POST /api/Webhook/:id/test: Sends an event `ping` now, and answers how it went. For admins of the plan. */
    test(input: { id: number | string; planId: number | string }, options?: CallOptions): Promise<Delivery>
  }
}
