import type { Plan, planCalls } from "~/contract/plan"
import { notFound, refusal } from "~/contract/problem"
import { imageKeyOf, membersOf, nextIds, ownerOf, planFor, plansOf, removePlan } from "~/database/plan.server"
import { removeObjects } from "~/outside/storage.server"
import type { Outline } from "~/rules/transfer/outline"
import type { Handlers, Person } from "./actor"
import { admit, needing, readAs } from "./admission.server"
import { changes } from "./board.server"
import { deletedHandlers } from "./deleted.server"
import { type OwnerIn, type Placed, rowsOf } from "./outline.server"
import { removePlanImage } from "./picture.server"
import { sampleOutline } from "./sample-plan.server"
import { keepBefore, versions } from "./versions.server"
import { carryOut, type Deed, type PlanChange, stale } from "./work.server"

const planOf = async (actor: Person, planId: number): Promise<Plan> => (await readAs(actor, planId, planFor)).plan

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

const make = async (actor: Person, decide: (id: number) => Promise<Deed>): Promise<Plan> => {
  const [id] = await nextIds("plan", 1)
  const plan = (await carryOut(actor, id as number, () => decide(id as number))) as Plan
  return { ...plan, planRole: 0 }
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
export const makeFrom = (actor: Person, outline: Outline, imported?: Import) =>
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

export const plans: Handlers<Omit<typeof planCalls, "board" | "export" | "import" | "image" | "setImage">> = {
  ...versions,
  ...deletedHandlers,
  list: ({ userId }) => plansOf(userId),
  removeImage: removePlanImage,
  get: (actor, { planId }) => planOf(actor, planId),
  changes,
  create: (actor, input) => make(actor, async (id) => created(id, input)),
  createSample: (actor) => makeFrom(actor, sampleOutline()),
  update: async (actor, { id, ...input }) => {
    await carryOut(actor, id, async () => {
      const plan = await planOf(actor, id)
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
    return planOf(actor, id)
  },
  remove: async (actor, { planId }) => {
    const picture = await imageKeyOf(await admit(actor, planId))
    await readAs(actor, planId, removePlan, actor.clientId, actor.via)
    if (picture) await removeObjects([picture])
  },
  setMemberRole: async (actor, { planId, userId, role }) =>
    (await carryOut(actor, planId, async () => {
      const plan = await admit(actor, planId)
      const member = (await membersOf(plan)).find(({ id }) => id === userId)
      if (!member) throw notFound()
      if ((await ownerOf(plan)) === userId) throw refusal(409, "The owner of a plan stays its admin.")
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
    })) as Awaited<ReturnType<typeof membersOf>>[number],
  removeMember: async (caller, { planId, userId }) => {
    const actor = caller.userId === userId ? caller : needing(caller, "managePeople")
    await carryOut(actor, planId, async () => {
      const plan = await admit(actor, planId)
      const member = (await membersOf(plan)).find(({ id }) => id === userId)
      if (!member) throw notFound()
      if ((await ownerOf(plan)) === userId)
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
