import type { Handlers } from "~/contract/call"
import type { Plan, planCalls } from "~/contract/plan"
import { notFound, refusal } from "~/contract/problem"
import { readRows } from "~/database/board.server"
import {
  imageKeyOf,
  membersOf,
  nextIds,
  ownerOf,
  planFor,
  planRoleOf,
  plansOf,
  removePlan,
} from "~/database/plan.server"
import { removeObjects } from "~/outside/storage.server"
import type { Outline } from "~/rules/transfer/outline"
import { type Actor, personOf } from "./actor"
import { boardTag, changes } from "./board.server"
import { currentBoard } from "./current-board.server"
import { deletedHandlers } from "./deleted.server"
import { type OwnerIn, type Placed, rowsOf } from "./outline.server"
import { sampleOutline } from "./sample-plan.server"
import { keepBefore, versions } from "./versions.server"
import { allow, carryOut, type Deed, type PlanChange, stale } from "./work.server"

const planOf = async (actor: Actor, planId: number): Promise<Plan> => {
  const plan = await planFor(personOf(actor), planId)
  if (!plan) throw notFound()
  return plan
}

type PlanInput = {
  name?: string
  type?: number
  effortAndComplexityVisible?: boolean
  aiInstructions?: string
  isDraft?: boolean
}

const created = (id: number, input: PlanInput): Deed => {
  const fields = {
    name: input.name ?? "",
    type: input.type ?? 0,
    effortAndComplexityVisible: input.effortAndComplexityVisible ?? true,
    aiInstructions: input.aiInstructions ?? "",
    isDraft: input.isDraft ?? false,
  }
  return {
    planChanges: [{ entity: "plan", op: "insert", id, fields }],
    audits: [{ entity: "plan", id, action: "create", after: fields }],
    events: [],
    answer: { entity: "plan", id },
    status: 201,
  }
}

const make = async (actor: Actor, decide: (id: number) => Promise<Deed>) => {
  const person = personOf(actor)
  const [id] = await nextIds("plan", 1)
  const plan = (await carryOut(actor, id as number, "changePlan", () => decide(id as number))) as Plan
  return (await planFor(person, plan.id)) ?? plan
}

/** What an import adds to a plan that is being made. */
export type Import = {
  ownerIn: OwnerIn
  /** Changes before the board's: the people it names. */
  first: (planId: number) => PlanChange
  /** Its notes, and its files, whose bytes are kept by then. */
  beside: (planId: number, placed: Placed) => Promise<PlanChange[]>
}

const nobody: OwnerIn = () => ({ owner: null, awaitedOwner: null })

/** A new plan of the actor's with all that the outline holds. An import leaves a version from before it. */
export const makeFrom = (actor: Actor, outline: Outline, imported?: Import) =>
  make(actor, async (id) => {
    const { name, effortAndComplexityVisible, aiInstructions, type } = outline
    const plan = created(id, { name, effortAndComplexityVisible, aiInstructions, type })
    const { changes, ...placed } = await rowsOf(id, outline, actor, imported?.ownerIn ?? nobody)
    const audits = changes.flatMap((change) =>
      change.op === "insert"
        ? [{ entity: change.entity, id: change.row.id, action: "create" as const, after: change.row }]
        : [],
    )
    const made = { ...plan, audits: [...plan.audits, ...audits] }
    if (!imported) return { ...made, changes }
    const others = await imported.beside(id, placed)
    const rows: PlanChange = { entity: "reversion", op: "update", id, fields: { changes } }
    return {
      ...made,
      planChanges: [
        ...(plan.planChanges ?? []),
        await keepBefore("Before the import"),
        imported.first(id),
        rows,
        ...others,
      ],
      events: [{ event: "BoardUpdated", data: null }],
    }
  })

export const plans: Handlers<
  Omit<typeof planCalls, "board" | "export" | "import" | "image" | "setImage" | "removeImage">,
  Actor
> = {
  ...versions,
  ...deletedHandlers,
  list: async (actor) => plansOf(personOf(actor)),
  get: (actor, { planId }) => planOf(actor, planId),
  changes,
  create: (actor, input) => make(actor, async (id) => created(id, input)),
  createSample: (actor) => makeFrom(actor, sampleOutline()),
  update: async (actor, { id, ...input }) => {
    const person = personOf(actor)
    await carryOut(actor, id, "changePlan", async () => {
      const plan = await planOf(actor, id)
      allow(actor, id, plan.planRole, "changePlan")
      if (actor.version !== null && actor.version !== plan.lastEdit) throw stale(plan)
      const fields = Object.fromEntries(
        Object.entries(input).filter(([key, value]) => value !== undefined && value !== plan[key as keyof Plan]),
      )
      const before = Object.fromEntries(Object.keys(fields).map((key) => [key, plan[key as keyof Plan]]))
      const answer = { entity: "plan", id }
      if (Object.keys(fields).length === 0)
        return { audits: [], events: [], answer, status: 200, unchanged: { answer: plan } }
      return {
        planChanges: [{ entity: "plan", op: "update", id, fields }],
        audits: [{ entity: "plan", id, action: "update", before, after: fields }],
        events: [{ event: "PlanUpdated", entity: "plan", id }],
        answer,
        status: 200,
      }
    })
    return (await planFor(person, id)) as Plan
  },
  remove: async (actor, { planId }) => {
    const picture = await imageKeyOf(planId)
    const role = await removePlan(personOf(actor), planId, actor.clientId, actor.via)
    allow(actor, planId, role, "deletePlan")
    if (picture) await removeObjects([picture])
  },
  setMemberRole: async (actor, { planId, userId, role }) => {
    const person = personOf(actor)
    return (await carryOut(actor, planId, "managePeople", async () => {
      allow(actor, planId, await planRoleOf(person, planId), "managePeople")
      const member = (await membersOf(planId)).find(({ id }) => id === userId)
      if (!member) throw notFound()
      if ((await ownerOf(planId)) === userId) throw refusal(409, "The owner of a plan stays its admin.")
      return {
        planChanges: [{ entity: "membership", op: "update", id: userId, fields: { role } }],
        audits: [
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
    })) as Awaited<ReturnType<typeof membersOf>>[number]
  },
  removeMember: async (actor, { planId, userId }) => {
    const person = personOf(actor)
    const what = person === userId ? "takePart" : "managePeople"
    await carryOut(actor, planId, what, async () => {
      allow(actor, planId, await planRoleOf(person, planId), what)
      const member = (await membersOf(planId)).find(({ id }) => id === userId)
      if (!member) throw notFound()
      if ((await ownerOf(planId)) === userId)
        throw refusal(409, "The owner can't leave the plan. Delete the plan instead.")
      return {
        planChanges: [{ entity: "membership", op: "delete", id: userId }],
        audits: [
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

/** A board with its tag; undefined when the caller has that one already. */
export const boardOf = async (actor: Actor, planId: number, unless?: (tag: string) => boolean) => {
  const { tag, standing, seq } = await boardTag(actor, planId)
  const role = standing === "key" ? null : standing
  return { tag, seq, board: unless?.(tag) ? undefined : () => currentBoard(actor.userId, planId, role) }
}

export const mayRead = async (actor: Actor, planId: number) => {
  const none = { goals: [], items: [], tasks: [], members: [], last: null, newId: null }
  return allow(actor, planId, (await readRows(actor.userId, planId, none)).role, "readBoard")
}
