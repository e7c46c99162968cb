import type { Comment } from "~/contract/comment"
import { type Sealed, seal } from "./admission.server"
import { boardDb } from "./connection.server"
import { listPageAfter } from "./lists/list-page"

export type PlanComments = {
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
export const commentsOfPlan = async (
  person: number | null,
  planId: number,
  before?: number,
): Promise<Sealed<PlanComments>> => {
  const [row] = await boardDb()<
    { read: Sealed<PlanComments> }[]
  >`select app.plan_comments(${person}, ${planId}, ${listPageAfter(before)}::text::jsonb) as read`
  return row?.read ?? seal(null)
}
