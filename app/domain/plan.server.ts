import type { InputOf } from "~/contract/call"
import { canInSystem } from "~/contract/capability"
import type { Plan, planCalls } from "~/contract/plan"
import { notFound, refusal } from "~/contract/problem"
import type { Admission } from "~/database/admission.server"
import type { Guard, PreparedRows } from "~/database/apply.server"
import { contentsOf } from "~/database/contents.server"
import {
  accountsOf,
  imageKeyOf,
  membersOf,
  type NewRow,
  nextId,
  nextIds,
  ownerOf,
  planFor,
  plansOf,
} from "~/database/plan.server"
import type { Write } from "~/database/tables"
import { planSeq } from "~/database/version.server"
import { changes } from "~/domain/board/board.server"
import { callerName, type Handlers, type Person } from "~/domain/core/actor"
import { admit, readAs } from "~/domain/core/admission.server"
import { commit, stale } from "~/domain/core/commit.server"
import { listPageOf } from "~/domain/core/list-page"
import { cardWrites, type LogEntry, type Outcome } from "~/domain/core/outcome"
import { createTurns } from "~/domain/core/turns.server"
import { noticeTexts } from "~/domain/notify/notices.server"
import { forgetKeysOf } from "~/domain/sign-in/plan-key.server"
import { countCards, createdLog, type OwnerIn, rowsOf } from "~/domain/transfer/outline.server"
import { removeObjects } from "~/outside/storage.server"
import { nameInALine } from "~/rules/line-name"
import type { Outline } from "~/rules/transfer/outline"
import { sampleOutline } from "~/rules/transfer/sample-plan"
import { billingOfPerson } from "./billing.server"
import { deletedHandlers } from "./deleted.server"
import { removePlanImage } from "./picture.server"
import { keepBefore, versions } from "./versions.server"

/** Refuses the outcome if the plan has changed since. Comes before the reads that the outcome rests on. */
const unchanged = async (plan: Admission): Promise<Guard[]> => [["plan", plan.planId, await planSeq(plan)]]

const planOf = async (actor: Person, planId: number): Promise<Plan> => (await readAs(actor, planId, planFor)).plan

type PlanInput = Omit<InputOf<(typeof planCalls)["create"]>, "type"> & { type?: number }

const created = (id: number, owner: number, input: PlanInput): Outcome<"plan"> & { log: LogEntry[] } => {
  const fields = {
    name: input.name ?? "",
    type: input.type ?? 0,
    effortAndComplexityVisible: input.effortAndComplexityVisible ?? true,
    aiInstructions: input.aiInstructions ?? "",
    ...(input.aiEnabled === undefined ? {} : { aiEnabled: input.aiEnabled }),
    ...(input.snapshotDescription === undefined ? {} : { snapshotDescription: input.snapshotDescription }),
    ...(input.isTemplate === undefined ? {} : { isTemplate: input.isTemplate }),
    ...(input.isArchived === undefined ? {} : { isArchived: input.isArchived }),
  }
  return {
    ...(fields.isArchived ? { whileArchived: true as const } : {}),
    writes: [{ insert: "plan", row: { id, ownerId: owner, ...fields } }],
    log: [{ entity: "plan", id, action: "create", after: fields }],
    answer: { entity: "plan", id, data: { planRole: 0, starred: false } },
    status: 201,
  }
}

const make = async (
  actor: Person,
  decide: (id: number) => Promise<Outcome<"plan">>,
  via: string = actor.via,
): Promise<Plan> => {
  const id = await nextId("plan")
  return commit(actor, id, () => decide(id), via)
}

/** Creates a plan of the actor's with imported rows, after a version from before them. `answer`: fields besides the plan's. */
export const makeImported = (
  actor: Person,
  fields: PlanInput,
  answer: object,
  rows: (planId: number) => Promise<PreparedRows>,
) =>
  make(
    actor,
    async (id) => {
      const plan = created(id, actor.userId, fields)
      const prepared = await rows(id)
      return {
        ...plan,
        prepared,
        answer: { entity: "plan", id, data: { planRole: 0, ...answer } },
        writes: [...plan.writes, await keepBefore("Before the import")],
        events: [{ event: "BoardUpdated", data: null }],
        notices: [
          { kind: "imported", to: [actor.userId], title: () => noticeTexts.imported(nameInALine(fields.name ?? "")) },
        ],
      }
    },
    "import",
  )

/** Creates the actor's copy of a plan, unless `task` has ended. */
export const makeCopied = (
  actor: Person,
  id: number,
  fields: PlanInput,
  copied: { prepared: PreparedRows; imageKey: string | null; task: number | undefined },
) =>
  commit(actor, id, async (): Promise<Outcome<"plan">> => {
    const plan = created(id, actor.userId, fields)
    const { prepared, imageKey, task } = copied
    const image: Write[] =
      imageKey === null ? [] : [{ update: "plan", row: { id, imageKey, imageVersion: Date.now() } }]
    return {
      ...plan,
      ...(task === undefined ? {} : { guards: [["aiTask", task, "running"]] }),
      writes: [...plan.writes, ...image],
      prepared,
      events: [{ event: "BoardUpdated", data: null }],
    }
  })

const nobody: OwnerIn = () => ({ owner: null, awaitedOwner: null })

/** Ids for new rows, by table. */
export const takeIds = async <Name extends NewRow>(counts: Record<Name, number>): Promise<Record<Name, number[]>> => {
  const ids = {} as Record<Name, number[]>
  for (const name of Object.keys(counts) as Name[]) ids[name] = await nextIds(name, counts[name])
  return ids
}

const sampleRows = async (actor: Person, planId: number, outline: Outline) => {
  const creator = { id: actor.userId, userName: actor.userName }
  return rowsOf(planId, outline, creator, nobody, await takeIds(countCards(outline))).changes
}

const createSample = (actor: Person, { planId }: { planId?: number }) =>
  planId === undefined
    ? make(actor, async (id) => {
        const outline = sampleOutline(Date.now())
        const plan = created(id, actor.userId, outline)
        const changes = await sampleRows(actor, id, outline)
        return {
          ...plan,
          log: [...plan.log, ...createdLog(changes)],
          writes: [...plan.writes, ...cardWrites(changes)],
        }
      })
    : fillWithSample(actor, planId)

/** Each reads every card of a plan. */
const countInTurn = createTurns({ most: 5, what: "counts", retryAfter: 5 })

const fillWithSample = (actor: Person, planId: number): Promise<Plan> =>
  commit(actor, planId, async (): Promise<Outcome<"plan">> => {
    const plan = await admit(actor, planId)
    const guards = await unchanged(plan)
    const { goals = 0, items = 0, tasks = 0 } = (await contentsOf(plan)) ?? {}
    if (goals + items + tasks > 0) {
      throw refusal(409, "This plan has cards already. The sample fills a plan that has none.")
    }
    const changes = await sampleRows(actor, planId, sampleOutline(Date.now()))
    return {
      guards,
      writes: cardWrites(changes),
      log: createdLog(changes),
      events: [{ event: "BoardUpdated", data: null }],
      answer: { entity: "plan", id: planId },
      status: 201,
    }
  })

export const plans: Handlers<Omit<typeof planCalls, "board" | "copy" | "export" | "import" | "image" | "setImage">> = {
  ...versions,
  ...deletedHandlers,
  list: async (actor, { before }) => {
    const { plans, more } = await plansOf(actor.userId, actor.plans, before)
    return listPageOf(actor, plans, more)
  },
  removeImage: removePlanImage,
  get: (actor, { planId }) => planOf(actor, planId),
  changes,
  contents: async (actor, { planId, entity, id }) => {
    const plan = await admit(actor, planId)
    const card = entity && id ? { entity, id } : undefined
    const found = await countInTurn(callerName(actor), () => contentsOf(plan, card))
    if (!found) throw notFound()
    return found
  },
  create: (actor, input) => make(actor, async (id) => created(id, actor.userId, input)),
  createSample,
  update: (actor, { id, ...input }) =>
    commit(actor, id, async (): Promise<Outcome<"plan">> => {
      const plan = await planOf(actor, id)
      if (actor.version !== null && actor.version !== plan.lastEdit) throw stale(plan)
      const fields = Object.fromEntries(
        Object.entries(input).filter(([key, value]) => value !== undefined && value !== plan[key as keyof Plan]),
      )
      const before = Object.fromEntries(Object.keys(fields).map((key) => [key, plan[key as keyof Plan]]))
      const answer = { entity: "plan" as const, id, data: { planRole: plan.planRole, starred: plan.starred } }
      if (Object.keys(fields).length === 0)
        return { whileArchived: true, writes: [], answer, status: 200, unchanged: { answer: plan } }
      return {
        // A call that unarchives a plan may change it too.
        ...(fields.isArchived === false ? { whileArchived: true as const } : {}),
        ...(fields.isArchived === undefined
          ? {}
          : { work: { people: [], items: [], goals: [], everyone: true, plan: true } }),
        writes: [{ update: "plan", row: { id, ...fields } }],
        log: [{ entity: "plan", id, action: "update", before, after: fields }],
        events: [{ event: "PlanUpdated", entity: "plan", id }],
        answer,
        status: 200,
      }
    }),
  remove: async (actor, { planId }) => {
    let picture: string | null = null
    await commit(actor, planId, async (): Promise<Outcome> => {
      const admission = await admit(actor, planId)
      picture = await imageKeyOf(admission)
      const people = (await accountsOf(admission)).map(({ id }) => id)
      const plan = await planOf(actor, planId)
      if (actor.version !== null && actor.version !== plan.lastEdit) throw stale(plan)
      const { planRole, ...before } = plan
      return {
        whileArchived: true,
        work: { people, items: [], goals: [], everyone: false, plan: true },
        writes: [{ delete: "plan", row: { id: planId } }],
        log: [{ entity: "plan", id: planId, action: "delete", before }],
        events: [{ event: "PlanDeleted", data: { id: planId } }],
        status: 204,
      }
    })
    if (picture && !actor.caused?.replay) await removeObjects([picture])
  },
  setOwner: async (actor, { planId, userId }) => {
    await commit(actor, planId, async (): Promise<Outcome> => {
      const plan = await admit(actor, planId)
      const guards = await unchanged(plan)
      const owner = await ownerOf(plan)
      if (owner !== actor.userId && !canInSystem(actor.systemRole, "administer"))
        throw refusal(403, "Only the plan’s owner can hand it over.")
      const members = await membersOf(plan)
      const next = members.find(({ id }) => id === userId)
      if (!next || owner === undefined) throw notFound()
      const { name, ownerName } = await planOf(actor, planId)
      if (owner === userId) return { writes: [], status: 200, unchanged: { answer: undefined } }
      if ((await accountsOf(plan)).some(({ id, enabled }) => id === userId && !enabled))
        throw refusal(409, "This account is disabled. Choose another member.")
      if ((await billingOfPerson(userId))?.requiresPayment)
        throw refusal(409, "This member needs a subscription before they can own a plan.")
      const stays = members.some(({ id }) => id === owner)
      return {
        guards,
        work: { people: [owner, userId], items: [], goals: [], everyone: false, plan: true },
        writes: [
          { update: "plan", row: { id: planId, ownerId: userId } },
          // The former owner stays an admin.
          ...(stays ? [owner, userId] : [userId]).map(
            (personId): Write => ({ update: "membership", row: { personId, role: 0 } }),
          ),
        ],
        log: [
          {
            entity: "plan",
            id: planId,
            action: "update",
            before: { ownerId: owner, owner: { id: owner, userName: ownerName } },
            after: { ownerId: userId, owner: { id: userId, userName: next.userName } },
          },
        ],
        events: [
          { event: "PlanUpdated", entity: "plan", id: planId },
          { event: "MemberUpdated", entity: "member", id: userId },
        ],
        notices: [{ kind: "transferred", to: [userId], title: (by) => noticeTexts.transferred(by, nameInALine(name)) }],
        jobs:
          userId === actor.userId
            ? []
            : [{ kind: "mail.transferred", input: { personId: userId, planId, byId: actor.userId } }],
        status: 200,
      }
    })
    forgetKeysOf(planId)
    return planOf(actor, planId)
  },
  setMemberRole: async (actor, { planId, userId, role }) =>
    commit(actor, planId, async (): Promise<Outcome<"member">> => {
      const plan = await admit(actor, planId)
      const guards = await unchanged(plan)
      const member = (await membersOf(plan)).find(({ id }) => id === userId)
      if (!member) throw notFound()
      if ((await ownerOf(plan)) === userId) throw refusal(409, "The owner of a plan is always an admin.")
      return {
        guards,
        writes: [{ update: "membership", row: { personId: userId, role } }],
        log: [
          {
            entity: "userplan",
            id: userId,
            action: "update",
            before: { planRole: member.planRole },
            after: { planRole: role },
          },
        ],
        events: [{ event: "MemberUpdated", entity: "member", id: userId }],
        answer: { entity: "member", id: userId },
        status: 200,
      }
    }),
  removeMember: async (actor, { planId, userId }) => {
    await commit(actor, planId, async (): Promise<Outcome> => {
      const plan = await admit(actor, planId)
      const guards = await unchanged(plan)
      const member = (await membersOf(plan)).find(({ id }) => id === userId)
      if (!member) throw notFound()
      if ((await ownerOf(plan)) === userId)
        throw refusal(409, "The owner can’t leave the plan. Delete the plan instead.")
      return {
        guards,
        whileArchived: true,
        writes: [{ procedure: "removeMember", personId: userId }],
        log: [
          {
            entity: "userplan",
            id: userId,
            action: "delete",
            before: { userName: member.userName, planRole: member.planRole },
          },
        ],
        events: [
          { event: "MemberRemoved", data: { id: userId, userName: member.userName } },
          { event: "BoardUpdated", data: null },
        ],
        status: 204,
      }
    })
  },
}
