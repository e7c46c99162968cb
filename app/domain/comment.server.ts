import type { InputOf } from "~/contract/call"
import { can } from "~/contract/capability"
import type { Comment, commentCalls } from "~/contract/comment"
import type { Entity } from "~/contract/fields/field"
import { invalid, notFound, refusal } from "~/contract/problem"
import type { Admission } from "~/database/admission.server"
import type { Guard } from "~/database/apply.server"
import {
  type CardComments,
  commentsOfCard,
  draftsWithMentions,
  type HeldDraft,
  type StoredComment,
  unannouncedOn,
} from "~/database/comment.server"
import { nextId } from "~/database/plan.server"
import type { Write } from "~/database/tables"
import type { Actor, Handlers } from "~/domain/core/actor"
import { readAs } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { listPageOf, stillThere } from "~/domain/core/list-page"
import { asDraft, type Notice, type Outcome } from "~/domain/core/outcome"
import { noticeTexts } from "~/domain/notify/notices.server"
import { nameOf } from "~/rules/agent/names"
import { nameInALine } from "~/rules/line-name"
import { type Change, isCardChange, type Rows } from "~/rules/rule"
import { onlyAddsFiles } from "~/rules/text-parts"
import { filesOf, goneWithNote } from "./file.server"

type Calls = ReturnType<typeof commentCalls>
type Input<Name extends keyof Calls> = InputOf<Calls[Name]>
type About = NonNullable<CardComments["about"]>

const addedEvent = { goal: "GoalCommentAdded", item: "ItemCommentAdded", task: "TaskCommentAdded" } as const

/** A notice to the people mentioned in a comment. */
const mentionNotice = (
  by: Notice["by"],
  to: number[],
  card: { entity: Entity; id: number; name: string },
  comment: number,
): Notice => ({
  kind: "mention",
  ...(by ? { by } : {}),
  to,
  title: (by) => noticeTexts.mention(by, nameInALine(card.name)),
  about: { entity: card.entity, id: card.id },
  comment,
})

type Cards = Pick<Rows, "goals" | "items" | "tasks">
const tables = { goal: "goals", item: "items", task: "tasks" } as const

/** Names are made when they are needed, for cards with a mention: shortening thousands of long texts takes 50 ms. */
const namesToMake = () => {
  const names = () => new Map<number, () => string>()
  return { goals: names(), items: names(), tasks: names() }
}

/** The drafts that the changes publish. `rows`: those before them. */
const publishedBy = (changes: readonly Change[], rows: Cards) => {
  const names = namesToMake()
  for (const change of changes) {
    if (!isCardChange(change) || change.op !== "update" || change.fields.isDraft !== false) continue
    const table = tables[change.entity]
    const before = rows[table].get(change.id)
    if (before?.isDraft) names[table].set(change.id, () => nameOf({ ...before, ...change.fields }))
  }
  return names
}

/** Whether the changes publish a draft. */
export const publishes = (changes: readonly Change[], rows: Cards) =>
  Object.values(publishedBy(changes, rows)).some(({ size }) => size > 0)

/** What publishing drafts adds to its outcome: the people mentioned on them are notified. */
export const announced = (plan: Admission, changes: readonly Change[], rows: Cards) =>
  announcing(plan, publishedBy(changes, rows))

/** The same where going back publishes drafts: to a version, or by these changes. */
export const announcedByReturn = async (
  plan: Admission,
  to: { revisionId: number } | { changes: readonly Change[] },
) => {
  const drafts = await draftsWithMentions(plan, "revisionId" in to ? to.revisionId : null)
  const after = ({ entity, id, isDraft, card }: HeldDraft): Record<string, unknown> => {
    if ("revisionId" in to) return { ...card, isDraft }
    const change = to.changes.find((change) => change.entity === entity && change.op === "update" && change.id === id)
    return { ...card, isDraft, ...(change?.op === "update" ? change.fields : {}) }
  }
  const names = namesToMake()
  for (const draft of drafts) {
    const card = after(draft)
    if (card.isDraft === false) names[tables[draft.entity]].set(draft.id, () => nameOf(card))
  }
  return announcing(plan, names)
}

const announcing = async (plan: Admission, names: ReturnType<typeof publishedBy>) => {
  const cards = { goals: [...names.goals.keys()], items: [...names.items.keys()], tasks: [...names.tasks.keys()] }
  const { comments, state } = await unannouncedOn(plan, cards)
  return {
    guards: [["mentions", plan.planId, state]] satisfies Guard[],
    writes: comments.map(({ id }): Write => ({ update: "comment", row: { id, unannounced: [] } })),
    notices: comments.map(({ id, people, author, goalId, itemId, taskId }) => {
      const entity = goalId ? "goal" : itemId ? "item" : "task"
      const card = goalId ?? itemId ?? taskId ?? 0
      return mentionNotice(author, people, { entity, id: card, name: names[tables[entity]].get(card)?.() ?? "" }, id)
    }),
  }
}

/** The handlers for comments on one kind of card. */
export const commentsOf = (entity: Entity): Handlers<Calls> => {
  const ownerKey = `${entity}Id` as const

  const read = async (
    actor: Actor,
    planId: number,
    id: number,
    comment: number | null,
    people: number[] = [],
    before?: number,
  ) => {
    const { about, comments, ...rest } = await readAs(
      actor,
      planId,
      commentsOfCard,
      entity,
      id,
      comment,
      people,
      before,
    )
    if (!about) throw notFound()
    return { ...rest, about, comments: stillThere(comments) }
  }

  /** Mentions, and the owner of the card unless mentioned. Nobody is notified about a draft. */
  const notices = (
    mentioned: number[],
    { owner }: { owner?: number | null },
    about: About,
    comment: number,
  ): Notice[] => {
    if (about.isDraft) return []
    const owners = owner && !mentioned.includes(owner) ? [owner] : []
    return [
      mentionNotice(undefined, mentioned, { ...about, entity }, comment),
      {
        kind: "comment",
        to: owners,
        title: (by) => noticeTexts.comment(by, nameInALine(about.name)),
        about: { entity, id: about.id },
        comment,
      },
    ]
  }

  const list = async (actor: Actor, { planId, id, before }: Input<"comments">): Promise<Comment[]> => {
    const { comments, more } = await read(actor, planId, id, null, [], before)
    return listPageOf(actor, comments.map(shown), more)
  }

  const add = async (actor: Actor, { planId, id, content, mentions }: Input<"addComment">) =>
    commit(actor, planId, async (): Promise<Outcome<"comment">> => {
      const people = mentioned(mentions)
      const { about, members } = await read(actor, planId, id, 0, people)
      onlyMembers(people, members)
      const comment = await nextId("comment")
      const others = people.filter((person) => person !== actor.userId)
      const fields = { [ownerKey]: id, content, mentions: people }
      const row = { id: comment, ...fields, ...(about.isDraft ? { unannounced: others } : {}) }
      return {
        guards: [[entity, id, about.isDraft ? about.version : null]],
        writes: [{ insert: "comment", row: { ...row, byKey: actor.userId === null, agent: actor.agent } }],
        log: [{ entity: "comment", id: comment, action: "create", after: fields, ...asDraft(about) }],
        events: about.isDraft ? [] : [{ event: addedEvent[entity], entity: "comment" as const, id: comment }],
        notices: notices(people, { owner: about.ownerId }, about, comment),
        answer: { entity: "comment", id: comment },
        status: 201,
      }
    })

  const update = async (actor: Actor, { planId, id, commentId, content, mentions }: Input<"updateComment">) =>
    commit(actor, planId, async (): Promise<Outcome<"comment">> => {
      const wanted = mentions === undefined ? undefined : mentioned(mentions)
      const { about, comments, members } = await read(actor, planId, id, commentId, wanted)
      const before = comments[0]
      if (!before) throw notFound()
      if (!isAuthor(actor, before)) throw refusal(403, "Only its author may change a note.")
      if (before.importedAuthor) throw refusal(403, "An imported note cannot be edited. You can delete it.")
      const had = before.mentions.map(({ MentionedUserId }) => MentionedUserId)
      const people = wanted ?? had
      const added = people.filter((person) => !had.includes(person))
      onlyMembers(added, members)
      const answer = { entity: "comment" as const, id: commentId }
      const fields = { content: content ?? before.content, mentions: people }
      if (fields.content === before.content && String(people) === String(had)) {
        return { writes: [], answer, status: 200, unchanged: { answer: shown(before) } }
      }
      const edited = String(people) !== String(had) || !onlyAddsFiles(before.content, fields.content)
      const others = added.filter((person) => person !== actor.userId)
      const unannounced = [...before.unannounced, ...others].filter((person) => people.includes(person))
      return {
        ...(about.isDraft ? { guards: [[entity, id, about.version]] } : {}),
        writes: [
          {
            update: "comment",
            row: {
              id: commentId,
              ...fields,
              ...(edited ? { editedDate: after(before.editedDate) } : {}),
              ...(about.isDraft ? { unannounced } : {}),
            },
          },
        ],
        log: [
          {
            entity: "comment",
            id: commentId,
            action: "update",
            before: { [ownerKey]: id, content: before.content, mentions: had },
            after: { [ownerKey]: id, ...fields },
            ...asDraft(about),
          },
        ],
        events: about.isDraft ? [] : [{ event: "CommentUpdated" as const, ...answer }],
        notices: notices(added, {}, about, commentId),
        answer,
        status: 200,
      }
    })

  const remove = async (actor: Actor, { planId, id, commentId }: Input<"removeComment">): Promise<undefined> => {
    await commit(actor, planId, async (): Promise<Outcome> => {
      const { standing, about, comments } = await read(actor, planId, id, commentId)
      const before = comments[0]
      if (!before) throw notFound()
      if (!isAuthor(actor, before) && !can(standing, "changeOthersTexts")) {
        throw refusal(403, "Only its author or an admin may delete a note.")
      }
      const files = (await filesOf(actor, planId, { commentId })).map(goneWithNote)
      return {
        writes: [...files.map(({ write }) => write), { delete: "comment", row: { id: commentId } }],
        log: [{ entity: "comment", id: commentId, action: "delete", before: { [ownerKey]: id }, ...asDraft(about) }],
        events: about.isDraft
          ? []
          : [...files.map(({ event }) => event), { event: "CommentDeleted", data: { id: commentId, [ownerKey]: id } }],
        status: 204,
      }
    })
  }

  return { comments: list, addComment: add, updateComment: update, removeComment: remove }
}

const shown = ({ byKey, unannounced, ...comment }: StoredComment): Comment => comment

/** The current time, but later than `instant`. */
const after = (instant: string | null) =>
  new Date(Math.max(Date.now(), instant === null ? 0 : Date.parse(instant) + 1)).toISOString()

const isAuthor = (actor: Actor, { byKey, createdById }: StoredComment) =>
  actor.userId === null ? byKey : createdById === actor.userId

const mentioned = (mentions: { MentionedUserId: number }[] | null | undefined) => [
  ...new Set((mentions ?? []).map(({ MentionedUserId }) => MentionedUserId)),
]

const onlyMembers = (people: number[], members: number[]) => {
  const index = people.findIndex((person) => !members.includes(person))
  if (index !== -1) throw invalid(`mentions.${index}.MentionedUserId`, "Only members of the plan can be mentioned.")
}
