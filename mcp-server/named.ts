// names(actor, planId): ids of cards and people that are given by id or by name.
import type { Entity } from "~/contract/fields/field"
import { refusal } from "~/contract/problem"
import { type Finding, finder } from "~/domain/agent/find-card"
import { type PlanCopy, planCopy } from "~/domain/agent/plan-copy.server"
import { cardNamed } from "~/domain/agent/planner.server"
import type { Actor, Identity } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { labelNamed } from "~/rules/agent/label-named"
import type { Result } from "./answers"
import type { InputOf, OutputOf, ToolName } from "./definitions"

export type Made = {
  actor: Actor
  signal: AbortSignal
  progress: (text: string) => void
  /** Counts a search beside the call's own, and refuses one too many. */
  countSearch?: () => undefined | Promise<void>
}
export type Runners<Names extends ToolName> = {
  [N in Names]: (running: Made, input: InputOf<N>) => Promise<Result<OutputOf<N>>>
}

export const copyOf = async (actor: Actor, planId: number) => planCopy(await admit(actor, planId))

type Named = number | string | null | undefined

/**
 * The board is read only when there is a name. What is written at once takes a name that is written out; reading also
 * takes one that is clearly meant.
 */
export const names = (actor: Actor, planId: number, { reads = false } = {}) => {
  let copied: Promise<PlanCopy> | undefined
  const copy = () => {
    copied ??= copyOf(actor, planId)
    return copied
  }
  const card = async <N extends Named>(entity: Entity, named: N): Promise<Exclude<N, string> | number> => {
    if (typeof named !== "string") return named as Exclude<N, string>
    const finding: Finding = { exact: !reads, like: reads, of: reads ? "open" : "any" }
    const match = await cardNamed(actor, await copy(), named, [entity], finding)
    if ("ask" in match) throw refusal(400, match.ask)
    return match.found.id
  }
  const person = async <N extends Named>(named: N): Promise<Exclude<N, string> | number> => {
    if (typeof named !== "string") return named as Exclude<N, string>
    const me = { id: actor.userId, userName: actor.userName }
    const match = finder((await copy()).fresh()).person(named, me)
    if ("ask" in match) throw refusal(400, match.ask)
    return match.found.id as number
  }
  const several = async <N>(named: readonly N[] | undefined, one: (each: N) => Promise<number>) => {
    if (!named) return undefined
    const ids: number[] = []
    for (const each of named) ids.push(await one(each))
    return ids
  }
  /** A label goes by its whole name, case aside. */
  const label = async (named: number | string): Promise<number> => {
    if (typeof named === "number") return named
    const match = labelNamed((await copy()).cards.labels, named)
    if ("ask" in match) throw refusal(400, match.ask)
    return match.found.id
  }
  return {
    copy,
    card,
    person,
    label,
    labels: (named: readonly (number | string)[] | undefined) => several(named, label),
    cards: (entity: Entity, named: readonly (number | string)[] | undefined) =>
      several(named, async (each) => card(entity, each)),
  }
}

export const statuses = { "to do": 0, doing: 1, done: 2 } as const

export const given = <Fields extends Record<string, unknown>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>

/** `version`: refuses the change if the card has another one by now. */
export const at = (identity: Identity, version: string | undefined): Identity => ({
  ...identity,
  version: version ?? null,
})
