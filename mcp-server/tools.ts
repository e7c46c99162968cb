// run(name, caller, input): what each tool does, by the contract's calls and the assistant's.
import { refuseUnpaid } from "~/domain/billing.server"
import type { Identity } from "~/domain/core/actor"
import { refuseBeyond } from "~/domain/core/admission.server"
import type { Result } from "./answers"
import { changing } from "./change-tools"
import { accessNeededBy, type InputOf, neededBy, type OutputOf, readsOnly, type ToolName } from "./definitions"
import { finding } from "./find-tools"
import { measuring } from "./goal-tools"
import type { Made, Runners } from "./named"
import { reading } from "./read-tools"
import { inReview, reviewing, submitted } from "./reviewing"
import { writing } from "./write-tools"

export type Running = Omit<Made, "actor"> & { identity: Identity }

const runners: Runners<ToolName> = { ...reading, ...finding, ...measuring, ...reviewing, ...writing, ...changing }

export const run = async <N extends ToolName>(
  name: N,
  { identity, ...running }: Running,
  input: InputOf<N>,
): Promise<Result<OutputOf<N>>> => {
  if (!readsOnly(name) || name === "ask") await refuseUnpaid(identity)
  const needed = accessNeededBy(name)
  if (needed !== "read") refuseBeyond(identity, needed)
  return runners[name]({ ...running, actor: { ...identity, needs: neededBy(name) } }, input)
}

/** The same for agents: what somebody may only propose, or sends there, goes into the plan's review list. */
export const runForAgent = async <N extends ToolName>(
  name: N,
  { identity, ...running }: Running,
  input: InputOf<N>,
): Promise<Result<object>> => {
  const actor = { ...identity, needs: neededBy(name) }
  const waits = identity.access === "propose" && accessNeededBy(name) === "write"
  const { id, only, review } = input as Partial<InputOf<"apply_changes">>
  if (id !== undefined && name === "apply_changes" && (waits || review)) {
    await refuseUnpaid(identity)
    refuseBeyond(identity, "propose")
    return submitted(actor, id, only)
  }
  if (!waits) return run(name, { identity, ...running }, input)
  await refuseUnpaid(identity)
  return inReview(actor, () => runners[name]({ ...running, actor }, input))
}
