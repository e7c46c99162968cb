import type { Conversation, ListedConversation } from "~/contract/message"
import { type Sealed, seal } from "./admission.server"
import { db } from "./connection.server"

type Read<Row> = Sealed<{ conversations?: Row[]; people?: number[]; unread?: Record<string, number> }>
type Which = { id?: number; participants?: number[]; members?: number[] }

const read = async <Row>(
  person: number | null,
  planId: number,
  { id, participants, members = [] }: Which,
): Promise<Read<Row>> => {
  const [row] = await db()<{ read: Read<Row> }[]>`
    select app.conversations(${person}, ${planId}, ${id ?? null}, ${participants ?? null}::bigint[], ${members}::bigint[]) as read`
  return row?.read ?? seal(null)
}

/** The person's conversations, or the one with these participants. `people`: the members among `members`. */
export const conversationsOf = (person: number | null, planId: number, which: Omit<Which, "id"> = {}) =>
  read<ListedConversation>(person, planId, which)

/** A conversation with its messages. */
export const conversationOf = (person: number | null, planId: number, id: number) =>
  read<Conversation>(person, planId, { id })

export const planOfConversation = async (id: number): Promise<number | undefined> => {
  const [row] = await db()<{ planId: number }[]>`select plan_id as "planId" from app.conversation where id = ${id}`
  return row?.planId
}
