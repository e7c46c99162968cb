// run(name, caller, input): what each tool does, by the contract's calls and the assistant's.
import { refuseUnpaid } from "~/domain/billing.server"
import type { Identity } from "~/domain/core/actor"
import { refuseBeyond } from "~/domain/core/admission.server"
import type { Result } from "./answers"
import { changing } from "./change-tools"
import { accessNeededBy, type InputOf, neededBy, type OutputOf, readsOnly, type ToolName } from "./definitions"
import { finding } from "./find-tools"
import type { Made, Runners } from "./named"
import { reading } from "./read-tools"
import { writing } from "./write-tools"

export type Running = Omit<Made, "actor"> & { identity: Identity }

const runners: Runners<ToolName> = { ...reading, ...finding, ...writing, ...changing }

export const run = async <N extends ToolName>(
  name: N,
  { identity, ...running }: Running,
  input: InputOf<N>,
): Promise<Result<OutputOf<N>>> => {
  if (!readsOnly(name) || name === "ask") await refuseUnpaid(identity)
  // The place where a call of somebody who only proposes goes to the plan's review list instead.
  const needed = accessNeededBy(name)
  if (needed !== "read") refuseBeyond(identity, needed)
  return runners[name]({ ...running, actor: { ...identity, needs: neededBy(name) } }, input)
}
