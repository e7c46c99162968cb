// planned(): the changes or the answer that a request asks for: by the model, or by rules where there is none. cardNamed(): a card.
import type { Entity } from "~/contract/fields/field"
import type { Plan } from "~/contract/plan"
import { languageInForce } from "~/contract/shared/language/in-force"
import { mailLanguage } from "~/database/sign-in/account.server"
import type { Actor } from "~/domain/core/actor"
import { inWorker } from "~/domain/core/worker.server"
import { modelName } from "~/outside/model.server"
import { startIn } from "~/rules/agent/start-request"
import { isProse } from "~/rules/transfer/described"
import { aboutView } from "./about-view.server"
import type { Asking, Planned } from "./asking"
import { type Finding, finder, type Match } from "./find-card"
import { byModel } from "./model-planner.server"
import { offline, type WithoutModel } from "./offline.server"
import type { PlanCopy } from "./plan-copy.server"

export const planned = async (actor: Actor, copy: PlanCopy, asking: Asking, plan: Plan): Promise<Planned> => {
  const viewed = await aboutView(actor, asking)
  if (viewed) return viewed
  const model = modelName()
  if (model === null) return byRules(actor, copy, asking, "none")
  // The starter has shown what an outline becomes, and exactly that is made.
  const start = startIn(asking.request)
  if (start !== undefined && !isProse(start)) return byRules(actor, copy, asking, "none")
  if (!plan.aiEnabled) return byRules(actor, copy, asking, "off")
  return { ...(await byModel(actor, copy, asking, plan)), model }
}

/** Each line may be compared with the name of each card. With more of both, a worker does it, which ends for its time. */
const fewComparisons = 1_000
/** A worker reads longer requests as well: each of their sentences may be divided in many ways, and names looked up for each. */
const fewLetters = 200

const cardsIn = ({ cards: { goals, items, tasks } }: PlanCopy) => goals.length + items.length + tasks.length

const byRules = async (actor: Actor, copy: PlanCopy, asking: Asking, without: WithoutModel): Promise<Planned> => {
  const { request, files = [], timeZone = null, weekStart = null } = asking
  const texts = [request, ...files.map(({ text }) => text)]
  const letters = texts.reduce((sum, text) => sum + text.length, 0)
  const lines = texts.reduce((sum, text) => sum + text.split(/[\n;]/).length, 0)
  const language = actor.userId === null ? languageInForce() : await mailLanguage(actor.userId)
  const asked = { request, files, timeZone, weekStart, language }
  if (letters <= fewLetters && lines * cardsIn(copy) <= fewComparisons) return offline(actor, copy, asked, without)
  const who = { userId: actor.userId, userName: actor.userName }
  return inWorker(actor, "planOffline", await copy.pieces(), who, asked, without)
}

/** The card that a name means, or what to ask. */
export const cardNamed = async (
  actor: Actor,
  copy: PlanCopy,
  said: string,
  entities: Entity[],
  finding: Finding,
): Promise<Match> =>
  cardsIn(copy) <= fewComparisons
    ? finder(copy.fresh()).card(said, entities, finding)
    : inWorker(actor, "cardNamed", await copy.pieces(), said, entities, finding)
