import type { Comment } from "~/contract/comment"
import { type Sealed, seal } from "./admission.server"
import { boardDb } from "./connection.server"
import { pageAfter } from "./page"

export type PlanTalk = {
  goals: { id: number; name: string }[]
  items: { id: number; topic: string; goalId: number | null }[]
  tasks: { id: number; description: string; itemId: number }[]
  /** Newest first. */
  comments: Comment[]
  /** The id that the next page continues after, when there is `more`. */
  last: number | null
  more: boolean
}

/** A page of the comments of a plan, and the cards they are on except drafts. */
export const talkOfPlan = async (person: number | null, planId: number, before?: number): Promise<Sealed<PlanTalk>> => {
  const [row] = await boardDb()<
    { talk: Sealed<PlanTalk> }[]
  >`select app.plan_talk(${person}, ${planId}, ${pageAfter(before)}::text::jsonb) as talk`
  return row?.talk ?? seal(null)
}
