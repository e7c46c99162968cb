import type { Handlers, InputOf } from "~/contract/call"
import type { Meeting, meetingCalls, Wheel, WheelSpin } from "~/contract/meeting"
import { invalid, notFound } from "~/contract/problem"
import { meetingFor } from "~/database/meeting.server"
import { membersOf } from "~/database/plan.server"
import type { Capability } from "~/rules/capability"
import { countdownAfter, segmentAt } from "~/rules/meeting"
import { type Actor, personOf } from "./actor"
import { allow, carryOut, type Deed } from "./work.server"

const read = async (actor: Actor, planId: number, what: Capability): Promise<Meeting> => {
  const { role, meeting } = await meetingFor(personOf(actor), planId)
  allow(actor, planId, role, what)
  if (!meeting) throw notFound()
  return meeting
}

/** The spin with the people's names, all of them members; the angle shows the winner. */
const spun = async (
  planId: number,
  { memberIds, winner, angle }: WheelSpin,
  begun: Pick<Wheel, "startedAt" | "startedById">,
): Promise<Wheel> => {
  const members = new Map((await membersOf(planId)).map((member) => [member.id, member]))
  const people = memberIds.map((id, index) => {
    const member = members.get(id)
    if (!member) throw invalid(`wheel.memberIds.${index}`, `There is no member ${id} in this plan.`)
    return { id, userName: member.userName }
  })
  if (winner >= people.length) throw invalid("wheel.winner", "The winner is one of the people.")
  if (segmentAt(angle, people.length) !== winner) throw invalid("wheel.angle", "The angle shows somebody else.")
  return { people, winner, angle, ...begun }
}

const update = (actor: Actor, { planId, countdown, wheel }: InputOf<(typeof meetingCalls)["update"]>) =>
  carryOut(actor, planId, "runMeeting", async (): Promise<Deed> => {
    const before = await read(actor, planId, "runMeeting")
    const person = personOf(actor)
    const now = Date.parse(before.now)
    const fields: Record<string, unknown> = {}
    if (countdown !== undefined) {
      const after = countdown && countdownAfter(before.countdown, countdown, { now, person })
      if (after !== before.countdown) fields.countdown = after
    }
    if (wheel !== undefined && (wheel !== null || before.wheel !== null)) {
      fields.wheel = wheel && (await spun(planId, wheel, { startedAt: before.now, startedById: person }))
    }
    const answer = { entity: "meeting", id: planId }
    if (Object.keys(fields).length === 0) {
      return { audits: [], events: [], answer, status: 200, unchanged: { answer: before } }
    }
    return {
      planChanges: [
        {
          entity: "meeting",
          op: "update",
          id: planId,
          fields,
          ...(before.modifiedDate ? { was: before.modifiedDate } : {}),
        },
      ],
      audits: [],
      events: [{ event: "MeetingUpdated", ...answer }],
      answer,
      status: 200,
    }
  }) as Promise<Meeting>

export const meetings: Handlers<typeof meetingCalls, Actor> = {
  get: (actor, { planId }) => read(actor, planId, "takePart"),
  update,
}
