import type { Plan, planCalls } from "~/contract/plan"
import { notFound, refusal } from "~/contract/problem"
import { accountsOf, imageKeyOf, membersOf, nextIds, ownerOf, planFor, plansOf } from "~/database/plan.server"
import type { Write } from "~/database/tables"
import { removeObjects } from "~/outside/storage.server"
import type { Outline } from "~/rules/transfer/outline"
import type { Handlers, Person } from "./actor"
import { admit, needing, readAs } from "./admission.server"
import { changes } from "./board.server"
import { commit, stale } from "./commit.server"
import { deletedHandlers } from "./deleted.server"
import { cardWrites, type LogEntry, type Outcome } from "./outcome"
import { type OwnerIn, type Placed, rowsOf } from "./outline.server"
import { pageOf } from "./page"
import { removePlanImage } from "./picture.server"
import { sampleOutline } from "./sample-plan.server"
import { keepBefore, versions } from "./versions.server"

const planOf = async (actor: Person, planId: number): Promise<Plan> => (await readAs(actor, planId, planFor)).plan

type PlanInput = {
  name?: string
  type?: number
  effortAndComplexityVisible?: boolean
  aiInstructions?: string
  isDraft?: boolean
}

const created = (id: number, owner: number, input: PlanInput): Outcome<"plan"> & { log: LogEntry[] } => {
  const fields = {
    name: input.name ?? "",
    type: input.type ?? 0,
    effortAndComplexityVisible: input.effortAndComplexityVisible ?? true,
    aiInstructions: input.aiInstructions ?? "",
    isDraft: input.isDraft ?? false,
  }
  return {
    writes: [{ insert: "plan", row: { id, ownerId: owner, ...fields } }],
    log: [{ entity: "plan", id, action: "create", after: fields }],
    answer: { entity: "plan", id, data: { planRole: 0 } },
    status: 201,
  }
}

const make = async (actor: Person, decide: (id: number) => Promise<Outcome<"plan">>): Promise<Plan> => {
  const [id] = await nextIds("plan", 1)
  return commit(actor, id as number, () => decide(id as number))
}

/** What an import adds to a new plan. */
export type Import = {
  ownerIn: OwnerIn
  /** The people it names. */
  named: Write[]
  /** Its notes, comments and files; the bytes of the files are stored by then. */
  beside: (planId: number, placed: Placed) => Promise<Write[]>
  /** Fields of the answer besides the plan's. */
  answer: object
}

const nobody: OwnerIn = () => ({ owner: null, awaitedOwner: null })

/** Creates a plan of the actor's from an outline. An import also stores a version from before it. */
export const makeFrom = (actor: Person, outline: Outline, imported?: Import) =>
  make(actor, async (id) => {
    const { name, effortAndComplexityVisible, aiInstructions, type } = outline
    const plan = created(id, actor.userId, { name, effortAndComplexityVisible, aiInstructions, type })
    const { changes, ...placed } = await rowsOf(id, outline, actor, imported?.ownerIn ?? nobody)
    const log = changes.flatMap((change) =>
      change.op === "insert"
        ? [{ entity: change.entity, id: change.row.id, action: "create" as const, after: change.row }]
        : [],
    )
    const made = { ...plan, log: [...plan.log, ...log] }
    if (!imported) return { ...made, writes: [...plan.writes, ...cardWrites(changes)] }
    const others = await imported.beside(id, placed)
    const before = await keepBefore("Before the import")
    return {
      ...made,
      answer: { entity: "plan", id, data: { planRole: 0, ...imported.answer } },
      writes: [...plan.writes, before, ...imported.named, ...cardWrites(changes), ...others],
      events: [{ event: "BoardUpdated", data: null }],
    }
  })

export const plans: Handlers<Omit<typeof planCalls, "board" | "export" | "import" | "image" | "setImage">> = {
  ...versions,
  ...deletedHandlers,
  list: async (actor, { before }) => {
    const { plans, more } = await plansOf(actor.userId, before)
    return pageOf(actor, plans, more)
  },
  removeImage: removePlanImage,
  get: (actor, { planId }) => planOf(actor, planId),
  changes,
  create: (actor, input) => make(actor, async (id) => created(id, actor.userId, input)),
  createSample: (actor) => makeFrom(actor, sampleOutline()),
  update: (actor, { id, ...input }) =>
    commit(actor, id, async (): Promise<Outcome<"plan">> => {
      const plan = await planOf(actor, id)
      if (actor.version !== null && actor.version !== plan.lastEdit) throw stale(plan)
      const fields = Object.fromEntries(
        Object.entries(input).filter(([key, value]) => value !== undefined && value !== plan[key as keyof Plan]),
      )
      const before = Object.fromEntries(Object.keys(fields).map((key) => [key, plan[key as keyof Plan]]))
      const answer = { entity: "plan" as const, id, data: { planRole: plan.planRole } }
      if (Object.keys(fields).length === 0) return { writes: [], answer, status: 200, unchanged: { answer: plan } }
      return {
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
      const { planRole, ...before } = await planOf(actor, planId)
      return {
        work: { people, items: [], goals: [], everyone: false },
        writes: [{ delete: "plan", row: { id: planId } }],
        log: [{ entity: "plan", id: planId, action: "delete", before }],
        events: [{ event: "PlanDeleted", data: { id: planId } }],
        status: 204,
      }
    })
    if (picture && !actor.caused?.replay) await removeObjects([picture])
  },
  setMemberRole: async (actor, { planId, userId, role }) =>
    commit(actor, planId, async (): Promise<Outcome<"member">> => {
      const plan = await admit(actor, planId)
      const member = (await membersOf(plan)).find(({ id }) => id === userId)
      if (!member) throw notFound()
      if ((await ownerOf(plan)) === userId) throw refusal(409, "The owner of a plan stays its admin.")
      return {
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
  removeMember: async (caller, { planId, userId }) => {
    const actor = caller.userId === userId ? caller : needing(caller, "managePeople")
    await commit(actor, planId, async (): Promise<Outcome> => {
      const plan = await admit(actor, planId)
      const member = (await membersOf(plan)).find(({ id }) => id === userId)
      if (!member) throw notFound()
      if ((await ownerOf(plan)) === userId)
        throw refusal(409, "The owner can't leave the plan. Delete the plan instead.")
      return {
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
