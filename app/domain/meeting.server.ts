import type { InputOf } from "~/contract/call"
import type { meetingCalls, Wheel, WheelSpin } from "~/contract/meeting"
import { invalid, notFound } from "~/contract/problem"
import type { Admission } from "~/database/admission.server"
import { meetingFor } from "~/database/meeting.server"
import { membersOf } from "~/database/plan.server"
import type { Tables } from "~/database/tables"
import type { Handlers, Person } from "~/domain/core/actor"
import { readAs } from "~/domain/core/admission.server"
import { commit } from "~/domain/core/commit.server"
import type { Outcome } from "~/domain/core/outcome"
import { countdownAfter, segmentAt } from "~/rules/meeting"

const read = async (actor: Person, planId: number) => {
  const { meeting, ...plan } = await readAs(actor, planId, meetingFor)
  if (!meeting) throw notFound()
  return { plan, meeting }
}

/** The spin with the people's names. All must be members, and the angle must point at the winner. */
const spun = async (
  plan: Admission,
  { memberIds, winner, angle }: WheelSpin,
  begun: Pick<Wheel, "startedAt" | "startedById">,
): Promise<Wheel> => {
  const members = new Map((await membersOf(plan)).map((member) => [member.id, member]))
  const people = memberIds.map((id, index) => {
    const member = members.get(id)
    if (!member) throw invalid(`wheel.memberIds.${index}`, `There is no member ${id} in this plan.`)
    return { id, userName: member.userName }
  })
  if (winner >= people.length) throw invalid("wheel.winner", "The winner is one of the people.")
  if (segmentAt(angle, people.length) !== winner) throw invalid("wheel.angle", "The angle shows somebody else.")
  return { people, winner, angle, ...begun }
}

const update = (actor: Person, { planId, countdown, wheel }: InputOf<(typeof meetingCalls)["update"]>) =>
  commit(actor, planId, async (): Promise<Outcome<"meeting">> => {
    const { plan, meeting: before } = await read(actor, planId)
    const person = actor.userId
    const now = Date.parse(before.now)
    const fields: Partial<Tables["meeting"]> = {}
    if (countdown !== undefined) {
      const after = countdown && countdownAfter(before.countdown, countdown, { now, person })
      if (after !== before.countdown) fields.countdown = after
    }
    if (wheel !== undefined && (wheel !== null || before.wheel !== null)) {
      fields.wheel = wheel && (await spun(plan, wheel, { startedAt: before.now, startedById: person }))
    }
    const answer = { entity: "meeting" as const, id: planId }
    if (Object.keys(fields).length === 0) {
      return { writes: [], answer, status: 200, unchanged: { answer: before } }
    }
    return {
      guards: [["meeting", planId, before.modifiedDate ?? "none"]],
      writes: [
        before.modifiedDate
          ? { update: "meeting", row: fields }
          : { insert: "meeting", row: { countdown: null, wheel: null, ...fields } },
      ],
      events: [{ event: "MeetingUpdated", ...answer }],
      answer,
      status: 200,
    }
  })

export const meetings: Handlers<typeof meetingCalls> = {
  get: async (actor, { planId }) => (await read(actor, planId)).meeting,
  update,
}
