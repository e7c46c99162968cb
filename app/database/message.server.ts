import type { Conversation, ListedConversation } from "~/contract/message"
import { type Sealed, seal } from "./admission.server"
import { db } from "./connection.server"
import { listPageAfter } from "./lists/list-page"

type Read<Row> = Sealed<{ conversations?: Row[]; more?: boolean; people?: number[]; unread?: Record<string, number> }>
type Which = { id?: number; before?: number | undefined; participants?: number[]; members?: number[] }

const read = async <Row>(
  person: number | null,
  planId: number,
  { id, before, participants, members = [] }: Which,
): Promise<Read<Row>> => {
  const [row] = await db()<{ read: Read<Row> }[]>`
    select app.conversations(${person}, ${planId}, ${id ?? null}, ${participants ?? null}::bigint[], ${members}::bigint[],
      ${listPageAfter(before)}::text::jsonb) as read`
  return row?.read ?? seal(null)
}

/** A page of the person's conversations, or the one with these participants. `people`: the members among `members`. */
export const conversationsOf = (person: number | null, planId: number, which: Omit<Which, "id"> = {}) =>
  read<ListedConversation>(person, planId, which)

/** A conversation with a page of its messages, the newest or those before one. */
export const conversationOf = (person: number | null, planId: number, id: number, before?: number) =>
  read<Conversation>(person, planId, { id, before })

export const planOfConversation = async (id: number): Promise<number | undefined> => {
  const [row] = await db()<{ planId: number }[]>`select plan_id as "planId" from app.conversation where id = ${id}`
  return row?.planId
}

/** The sender of a message, and whether it has been deleted; undefined: it is not in the conversation. */
export const senderOf = async (conversation: number, message: number) => {
  const [row] = await db()<{ senderId: number | null; deleted: boolean }[]>`
    select sender_id as "senderId", deleted_date is not null as deleted
    from app.message where id = ${message} and conversation_id = ${conversation}`
  return row
}
