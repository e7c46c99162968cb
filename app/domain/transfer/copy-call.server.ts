// copyPlanCall(): answers the call that copies a plan, at once or with the task that does it.
import type { planCalls } from "~/contract/plan"
import { copiedAtOnce } from "~/contract/shared/bounds"
import { countToCopy } from "~/database/plan-copy.server"
import { queueAiJob } from "~/domain/agent/ai.server"
import type { Handlers } from "~/domain/core/actor"
import { admit } from "~/domain/core/admission.server"
import { copyNow, partsOf } from "./copy-plan.server"

export const planCopies: Pick<Handlers<typeof planCalls>, "copy"> = {
  copy: async (actor, input) => {
    const { planId, ...sent } = input
    const cards = await countToCopy(await admit(actor, planId), partsOf(input))
    if (cards <= copiedAtOnce) return copyNow(actor, input)
    if (actor.caused) actor.caused.status = 202
    return queueAiJob(actor, planId, "copy", sent)
  },
}
