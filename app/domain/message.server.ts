import type { Conversation, Message, messageCalls } from "~/contract/message"
import { invalid, notFound } from "~/contract/problem"
import { conversationOf, conversationsOf, planOfConversation } from "~/database/message.server"
import { nextIds } from "~/database/plan.server"
import type { Handlers, Person } from "./actor"
import { readAs } from "./admission.server"
import { carryOut, type Deed } from "./work.server"

const mine = async (actor: Person, planId: number) => {
  const { conversations = [], unread = {} } = await readAs(actor, planId, conversationsOf)
  return { conversations, unread }
}

/** With its messages; 404 for anybody else than its participants. */
const one = async (actor: Person, id: number, planId?: number): Promise<Conversation> => {
  const of = await planOfConversation(id)
  if (of === undefined || (planId !== undefined && planId !== of)) throw notFound()
  const { conversations = [] } = await readAs(actor, of, conversationOf, id)
  const [found] = conversations
  if (!found) throw notFound()
  return found
}

export const messages: Handlers<typeof messageCalls> = {
  open: async (actor, { participantIds, planId }) => {
    const person = actor.userId
    const participants = [...new Set([...participantIds, person])].sort((a, b) => a - b)
    let made = false
    let id = 0
    const answer = await carryOut(actor, planId, async (): Promise<Deed> => {
      const others = participants.filter((each) => each !== person)
      const read = await readAs(actor, planId, conversationsOf, { participants, members: others })
      const stranger = participantIds.findIndex((each) => each !== person && !read.people?.includes(each))
      if (stranger !== -1) throw invalid(`participantIds.${stranger}`, "Only members of the plan can be written to.")
      if (others.length === 0) throw invalid("participantIds", "Choose somebody to write to.")
      const [found] = read.conversations ?? []
      made = found === undefined
      id = found?.id ?? ((await nextIds("conversation", 1))[0] as number)
      const shared = {
        apart: true,
        audits: [],
        events: [],
        answer: { entity: "conversation", id },
        status: 200,
      } as const
      if (found) return { ...shared, audits: [], events: [], unchanged: { answer: found } }
      const fields = { participants, clientId: actor.clientId }
      return {
        ...shared,
        audits: [],
        events: [],
        planChanges: [{ entity: "conversation", op: "insert", id, fields }],
        status: 201,
      }
    })
    if (!made && actor.caused) actor.caused.status = 200
    return one(actor, (answer as { id: number }).id)
  },
  list: async (actor, { planId }) => (await mine(actor, planId)).conversations,
  unreadCounts: async (actor, { planId }) => {
    const { unread } = await mine(actor, planId)
    return { total: Object.values(unread).reduce((sum, count) => sum + count, 0), byConversation: unread }
  },
  get: (actor, { id }) => one(actor, id),
  send: async (actor, { id, content }) => {
    const made = (await carryOut(actor, null, async (): Promise<Deed> => {
      const { planId } = await one(actor, id)
      const message = (await nextIds("message", 1))[0] as number
      const fields = { conversationId: id, content, clientId: actor.clientId }
      return {
        planId,
        apart: true,
        planChanges: [{ entity: "message", op: "insert", id: message, fields }],
        audits: [],
        events: [],
        answer: { entity: "message", id: message },
        status: 201,
      }
    })) as Message & { planId?: number }
    const { planId: _, ...answer } = made
    return answer
  },
  read: async (actor, { id, planId }): Promise<undefined> => {
    await carryOut(actor, null, async (): Promise<Deed> => {
      const conversation = await one(actor, id, planId)
      return {
        planId: conversation.planId,
        apart: true,
        planChanges: [{ entity: "conversation", op: "update", id, fields: { clientId: actor.clientId } }],
        audits: [],
        events: [],
        status: 204,
      }
    })
  },
}
