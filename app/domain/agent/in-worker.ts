// planOffline(), cardNamed(): what rules look for in a whole plan, which is given as its board's JSON, since a worker does it.
import type { Entity } from "~/contract/fields/field"
import type { Board } from "~/contract/plan"
import { workingCopy } from "~/rules/agent/working-copy"
import { type Finding, finder, type Match } from "./find-card"
import { offline, type RulesActor, type RulesAsking, type RulesCopy, type WithoutModel } from "./offline.server"

/** Shared memory is copied, because not every decoder takes it. */
const asText = (bytes: Uint8Array) => new TextDecoder().decode(bytes.slice())

const copyOf = (pieces: Uint8Array[]): RulesCopy => {
  const { plan, ...board } = JSON.parse(pieces.map(asText).join("")) as Board
  const cards = { ...board, planId: plan.id } as RulesCopy["cards"]
  return { plan, cards, fresh: () => workingCopy(cards) }
}

export const planOffline = (pieces: Uint8Array[], actor: RulesActor, asking: RulesAsking, without: WithoutModel) =>
  offline(actor, copyOf(pieces), asking, without)

export const cardNamed = (pieces: Uint8Array[], said: string, entities: readonly Entity[], finding: Finding): Match =>
  finder(copyOf(pieces).fresh()).card(said, entities, finding)
