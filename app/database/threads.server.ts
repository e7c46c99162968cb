import type { Comment } from "~/contract/comment"
import type { PlanRole } from "~/contract/user"
import { db } from "./connection.server"

export type PlanTalk = {
  role: PlanRole | null
  goals?: { id: number; name: string }[]
  items?: { id: number; topic: string; goalId: number | null }[]
  tasks?: { id: number; description: string; itemId: number }[]
  /** Newest first. */
  comments?: Comment[]
}

/** All comments of a plan and what they are on, drafts apart. */
export const talkOfPlan = async (person: number | null, planId: number): Promise<PlanTalk> => {
  const [row] = await db()<{ talk: PlanTalk }[]>`select app.plan_talk(${person}, ${planId}) as talk`
  return row?.talk ?? { role: null }
}
