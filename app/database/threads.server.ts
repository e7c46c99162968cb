import type { Comment } from "~/contract/comment"
import { type Sealed, seal } from "./admission.server"
import { db } from "./connection.server"

export type PlanTalk = {
  goals: { id: number; name: string }[]
  items: { id: number; topic: string; goalId: number | null }[]
  tasks: { id: number; description: string; itemId: number }[]
  /** Newest first. */
  comments: Comment[]
}

/** All comments of a plan, and the cards they are on except drafts. */
export const talkOfPlan = async (person: number | null, planId: number): Promise<Sealed<PlanTalk>> => {
  const [row] = await db()<{ talk: Sealed<PlanTalk> }[]>`select app.plan_talk(${person}, ${planId}) as talk`
  return row?.talk ?? seal(null)
}
