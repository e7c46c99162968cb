import type { Meeting } from "~/contract/meeting"
import type { PlanRole } from "~/contract/user"
import { db } from "./connection.server"

/** Role null: not of the plan. */
export const meetingFor = async (
  person: number,
  planId: number,
): Promise<{ role: PlanRole | null; meeting?: Meeting }> => {
  const [row] = await db()<{ read: { role: PlanRole | null; meeting: Meeting } | null }[]>`
    select app.meeting_of(${person}, ${planId}) as read`
  return row?.read ?? { role: null }
}
