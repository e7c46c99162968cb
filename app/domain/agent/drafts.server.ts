// publishDrafts(), discardDrafts(): all drafts of a plan, as one change.
import type { DoneCounts } from "~/contract/ai"
import { refusal } from "~/contract/problem"
import { nextId } from "~/database/plan.server"
import { announced } from "~/domain/comment.server"
import type { Actor } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import { cardLog, cardWrites, type Outcome } from "~/domain/core/outcome"
import { turn } from "~/domain/core/turn"
import { ownerNotices } from "~/domain/notify/notices.server"
import { logInPieces } from "~/domain/transfer/pieces"
import type { Change } from "~/rules/rule"
import { type PlanCopy, planCopy } from "./plan-copy.server"

export type DraftCounts = { goals: number; items: number; tasks: number; done: DoneCounts }

const draftsIn = ({ cards }: PlanCopy) => ({
  goals: cards.goals.filter(({ isDraft }) => isDraft),
  items: cards.items.filter(({ isDraft }) => isDraft),
  tasks: cards.tasks.filter(({ isDraft }) => isDraft),
})
type Drafts = ReturnType<typeof draftsIn>

export const hasDrafts = (copy: PlanCopy) => Object.values(draftsIn(copy)).some((cards) => cards.length > 0)

const changeDrafts = async (actor: Actor, planId: number, changesOf: (drafts: Drafts, copy: PlanCopy) => Change[]) => {
  return commit(
    actor,
    planId,
    async (): Promise<Outcome<never, DraftCounts>> => {
      const plan = await admit(actor, planId)
      const copy = await planCopy(plan)
      const drafts = draftsIn(copy)
      const changes = changesOf(drafts, copy)
      if (changes.length === 0) throw refusal(409, "There are no drafts in this plan.")
      const { published, discarded } = countsOf(changes, drafts)
      const before = copy.fresh().rows
      await turn()
      const { guards, writes, notices } = await announced(plan, changes, before)
      const log = await logInPieces([
        { entity: "plan", id: planId, action: "update", after: { drafts: { published, discarded } } },
        ...cardLog(changes, before),
      ])
      const owners = ownerNotices(changes, before)
      await turn()
      const cards = cardWrites(changes)
      await turn()
      return {
        guards: [
          ...changes.flatMap((change) => (change.op === "insert" ? [] : copy.guard(change.entity, change.id))),
          ...guards,
        ],
        writes: [...cards, ...writes],
        // The plan's log shows one entry, each card's its own.
        changeSet: await nextId("proposal"),
        ...log,
        events: [{ event: "BoardUpdated", data: null }],
        notices: [...notices, ...owners],
        answer: {
          data: {
            goals: drafts.goals.length,
            items: drafts.items.length,
            tasks: drafts.tasks.length,
            done: { created: 0, updated: published, deleted: discarded },
          },
        },
        status: 200,
      }
    },
    "agent",
  )
}

/** Those below a discarded one go with it. */
const countsOf = (changes: Change[], { goals, items, tasks }: Drafts) => {
  const published = changes.filter(({ op }) => op === "update").length
  return { published, discarded: goals.length + items.length + tasks.length - published }
}

const published = ({ goals, items, tasks }: Drafts): Change[] => [
  ...goals.map(({ id }): Change => ({ op: "update", entity: "goal", id, fields: { isDraft: false } })),
  ...items.map(({ id }): Change => ({ op: "update", entity: "item", id, fields: { isDraft: false } })),
  ...tasks.map(({ id }): Change => ({ op: "update", entity: "task", id, fields: { isDraft: false } })),
]

export const publishDrafts = (actor: Actor, planId: number) => changeDrafts(actor, planId, published)

/** A draft goes with all drafts below it. One with a published card below it is published instead. */
export const discardDrafts = (actor: Actor, planId: number) =>
  changeDrafts(actor, planId, ({ goals, items, tasks }, { cards }) => {
    const stayingItems = new Set(cards.tasks.flatMap(({ isDraft, itemId }) => (isDraft ? [] : itemId)))
    const stays = ({ id, isDraft }: { id: number; isDraft: boolean }) => !isDraft || stayingItems.has(id)
    const stayingGoals = new Set(cards.items.flatMap((item) => (stays(item) ? (item.goalId ?? []) : [])))
    const gone = (entity: "goal" | "item" | "task", id: number): Change => ({ op: "delete", entity, id })
    const goneItems = new Set(items.flatMap((item) => (stays(item) ? [] : item.id)))
    const goneGoals = new Set(goals.flatMap(({ id }) => (stayingGoals.has(id) ? [] : id)))
    return [
      ...published({
        goals: goals.filter(({ id }) => !goneGoals.has(id)),
        items: items.filter(({ id }) => !goneItems.has(id)),
        tasks: [],
      }),
      ...[...goneGoals].map((id) => gone("goal", id)),
      ...items.flatMap(({ id, goalId }) =>
        goneItems.has(id) && (goalId === null || !goneGoals.has(goalId)) ? gone("item", id) : [],
      ),
      ...tasks.flatMap(({ id, itemId }) => (goneItems.has(itemId) ? [] : gone("task", id))),
    ]
  })
