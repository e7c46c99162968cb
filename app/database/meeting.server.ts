import type { Meeting } from "~/contract/meeting"
import { type Sealed, seal } from "./admission.server"
import { db } from "./connection.server"

export const meetingFor = async (person: number | null, planId: number): Promise<Sealed<{ meeting?: Meeting }>> => {
  const [row] = await db()<{ read: Sealed<{ meeting?: Meeting }> | null }[]>`
    select app.meeting_of(${person}, ${planId}) as read`
  return row?.read ?? seal(null)
}
