import { refusal } from "~/contract/problem"
import type { publicCalls } from "~/contract/public-link"
import { sizeOfBoard } from "~/database/board.server"
import { publicBoard, type VisitedBoard, visitOf } from "~/database/public-link.server"
import { inLine } from "~/domain/board/current-board.server"
import type { Actor, Handlers, Identity } from "~/domain/core/actor"
import { readAsVisitor } from "~/domain/core/admission.server"
import { withCrowd } from "~/domain/sign-in/realtime-ticket.server"
import { visitorTicket } from "~/outside/realtime.server"

export type { VisitedBoard }

export const linkEnded = () => refusal(404, "This link no longer works. Ask the person who sent it for a new one.")

/** Links that have ended. None begins again, so asking once is enough. */
const ended = new Set<number>()
const endedAtMost = 20_000

/** For another database, whose links have the same ids. */
export const forgetEndedLinks = () => ended.clear()

/** The caller that has come by a link; 404 when it has ended. */
export const visitorBy = async (linkId: number): Promise<Pick<Identity, "linkId" | "planScope">> => {
  if (ended.has(linkId)) throw linkEnded()
  const visit = await visitOf(linkId)
  if (!visit) {
    if (ended.size >= endedAtMost) ended.clear()
    ended.add(linkId)
    throw linkEnded()
  }
  return { linkId, planScope: visit.planId }
}

const present = async ({ linkId = 0 }: Actor) => {
  const visit = await visitOf(linkId)
  if (!visit) throw linkEnded()
  return { linkId, ...visit }
}

/** The board with its tag; equal tags mean equal answers. What is read may be newer than the tag. */
export const visitedBoard = async (actor: Actor) => {
  const { linkId, seq, planId } = await present(actor)
  const board = async () =>
    inLine(`link ${linkId}`, await sizeOfBoard({ planId }), () => readAsVisitor(actor, publicBoard))
  return { tag: `${linkId}.${seq}`, board }
}

export const visits: Pick<Handlers<typeof publicCalls>, "realtimeTicket"> = {
  realtimeTicket: async (actor, { refused }) => {
    const { linkId, expires } = await present(actor)
    return withCrowd(await visitorTicket({ linkId, until: expires }), refused)
  },
}
