import { counted, number } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

/** A text before and after a change, as HTML; each may be empty. */
const fromTo = (from: string, to: string) => `${from && ` from ${from}`}${to ? ` to ${to}` : from && " to nothing"}`
const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`
const as = (role: string) => role && ` as ${role}`
/** "added 4 cards", "changed 1": the noun is said once. */
const cards = (done: readonly (readonly [verb: string, count: number])[]) =>
  done
    .filter(([, count]) => count > 0)
    .map(
      ([verb, count], index) =>
        `${verb} ${index > 0 ? number(count) : counted(count, { one: "# card", other: "# cards" })}`,
    )

const changes = { one: "# change", other: "# changes" }

/**
 * Texts of the log, with HTML in their values. `it` names a row, in full where it is named first; `of` is empty or
 * completes "the colour…". `change` is empty or has both values of a field.
 */
export const auditTexts = localized("auditTexts", {
  sentence: (by: string, done: string) => `${by} ${done}`,
  assistantFor: (by: string) => `<b>The assistant</b> for ${by}`,
  agentFor: (agent: string, by: string) => `${agent} for ${by}`,
  nouns: {
    goal: "goal",
    item: "action",
    task: "task",
    label: "label",
    keyResult: "result",
    checkIn: "check-in",
    plan: "plan",
    note: "note",
    userplan: "member",
    view: "view",
  } as Readonly<Record<string, string>>,
  row: (noun: string, name: string) => `the ${noun}${name && ` ${name}`}`,
  it: "it",
  of: (it: string) => ` of ${it}`,
  fromTo,
  listed,
  labels: {
    aiInstructions: "AI instructions",
    snapshotDescription: "snapshot description",
    role: "role",
    filter: "filter",
    layout: "layout",
  },
  columns: ["To Do", "Doing", "Done"],
  statuses: ["on track", "at risk", "off track"],
  outcomes: { achieved: "achieved", missed: "missed", dropped: "dropped" },
  measures: { unit: "unit", start: "start", target: "target", current: "value" },
  measureOf: (name: string, change: string) => `${name}${change}`,
  checkedIn: (goal: string, status: string, confidence: string, values: readonly string[]) =>
    `checked in ${goal}: ${[status, ...(confidence ? [`confidence ${confidence}`] : []), ...values].join(", ")}`,
  checkInTaken: (goal: string) => `took back a check-in of ${goal}`,
  /** What a repetition counts from. */
  starts: { due: "the due date", done: "the day it is done" },
  repeats: (it: string, rule: string) => `made ${it} repeat ${rule}`,
  repeatsNoMore: (it: string, rule: string) => `stopped ${it} repeating ${rule}`,
  roles: ["Admin", "Member", "Viewer"],
  switched: { on: "on", off: "off" },
  moment: (day: string, clock: string) => `${day}, ${clock} UTC`,
  /** `gained`, `lost`: entries of a list; each may be empty. */
  listChanged: (label: string, of: string, gained: string, lost: string) => {
    const parts = [...(gained ? [`added ${gained} to`] : []), ...(lost ? [`removed ${lost} from`] : [])]
    return `${listed(parts) || "changed"} the ${label}${of}`
  },
  changed: (label: string, of: string, change: string) => `changed the ${label}${of}${change}`,
  renamed: (it: string, change: string) => `renamed ${it}${change}`,
  completed: (it: string) => `completed ${it}`,
  reopened: (it: string) => `reopened ${it}`,
  published: (it: string) => `published ${it}`,
  drafted: (it: string) => `made a draft of ${it}`,
  itsOwner: "its owner",
  taken: (it: string, from: string) => `took ${it} from ${from}`,
  ownerChanged: (of: string, change: string) => `changed the owner${of}${change}`,
  assigned: (it: string, to: string) => `assigned ${it} to ${to}`,
  notAwaited: (name: string, it: string) => `removed ${name}, who has not joined the plan, as the owner of ${it}`,
  moved: (it: string, noun: string, from: string, to: string) =>
    `moved ${it}${from && ` from the ${noun} ${from}`}${to ? ` to the ${noun} ${to}` : ` out of its ${noun}`}`,
  movedColumn: (it: string, change: string) => `moved ${it}${change}`,
  focused: (it: string) => `moved ${it} into Focus`,
  unfocused: (it: string) => `moved ${it} out of Focus`,
  estimatesShown: (of: string) => `showed value and effort${of}`,
  estimatesHidden: (of: string) => `hid value and effort${of}`,
  aiOn: (of: string) => `switched the AI model on${of}`,
  aiOff: (of: string) => `switched the AI model off${of}`,
  templateMade: (it: string) => `made ${it} a template`,
  templateEnded: (it: string) => `made ${it} no longer a template`,
  archived: (it: string) => `archived ${it}`,
  unarchived: (it: string) => `unarchived ${it}`,
  version: (of: string, name: string) => `saved a version${of}${name && ` as ${name}`}`,
  versionsDeleted: (of: string) => `deleted all versions${of}`,
  versionRestored: (it: string, at: string) => `restored ${it} to ${at}`,
  key: {
    enable: (of: string) => `created the API key${of}`,
    rotate: (of: string) => `replaced the API key${of}`,
    end: (of: string) => `disabled the API key${of}`,
  },
  keyMade: (of: string, name: string) => `created the API key ${name}${of}`,
  keyDeleted: (of: string, name: string) => `deleted the API key ${name}${of}`,
  webhookMade: (of: string, name: string) => `added the webhook ${name}${of}`,
  webhookChanged: (of: string, name: string) => `changed the webhook ${name}${of}`,
  webhookDeleted: (of: string, name: string) => `deleted the webhook ${name}${of}`,
  webhookSecret: (of: string, name: string) => `replaced the secret of the webhook ${name}${of}`,
  webhookOff: (of: string, name: string) => `switched off the webhook ${name}${of}`,
  linkMade: (of: string) => `created a public link${of}`,
  linkEnded: (of: string) => `revoked the public link${of}`,
  assistantMade: (created: number, updated: number, deleted: number) =>
    listed(
      cards([
        ["added", created],
        ["changed", updated],
        ["deleted", deleted],
      ]),
    ),
  proposalApplied: (applied: number, of: number, by: string) =>
    `applied ${applied === of ? "" : `${number(applied)} of `}${counted(of, changes)} proposed by ${by}`,
  proposalRejected: (count: number, by: string, comment: string) =>
    `rejected ${counted(count, changes)} proposed by ${by}${comment && `: ${comment}`}`,
  drafts: (published: number, discarded: number) => {
    const draftsOf = (count: number) => counted(count, { one: "# draft", other: "# drafts" })
    if (discarded === 0) return `published ${draftsOf(published)}`
    return published === 0
      ? `discarded ${draftsOf(discarded)}`
      : `published ${draftsOf(published)} and discarded ${number(discarded)}`
  },
  joined: (role: string) => `joined the plan${as(role)}`,
  left: "left the plan",
  memberAdded: (it: string, role: string) => `added ${it}${as(role)}`,
  memberRemoved: (it: string) => `removed ${it} from the plan`,
  invited: (who: string, role: string) => `invited ${who}${as(role)}`,
  invitedAgain: (who: string, role: string) => `invited ${who}${as(role)} again`,
  withdrawn: (who: string) => `withdrew the invitation of ${who}`,
  inAction: (name: string) => ` in the action ${name}`,
  inGoal: (name: string) => ` in the goal ${name}`,
  created: (it: string, place: string) => `created ${it}${place}`,
  added: (it: string, place: string) => `added ${it}${place}`,
  deleted: (it: string, place: string) => `deleted ${it}${place}`,
  restored: (it: string, place: string) => `restored ${it}${place}`,
  reordered: (it: string) => `changed the place of ${it}`,
  touched: (it: string) => `changed ${it}`,
  aNote: "a note",
  thePlan: "the plan",
  commentAdded: (owner: string, text: string) => `added a note to ${owner}${text && `: ${text}`}`,
  commentDeleted: (owner: string) => `deleted a note of ${owner}`,
  commentChanged: (owner: string, change: string) => `changed a note of ${owner}${change}`,
  fileNoun: "file",
  fileAdded: (it: string, owner: string) => `added ${it} to ${owner}`,
  fileDeleted: (it: string, owner: string) => `deleted ${it} of ${owner}`,
  fileRenamed: (it: string, owner: string, change: string) => `renamed ${it} of ${owner}${change}`,
})
