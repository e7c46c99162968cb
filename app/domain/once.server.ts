import { isRefusal } from "~/contract/problem"
import { storeAnswer } from "~/database/apply.server"
import { sha256 } from "~/outside/signing.server"
import { type Actor, callerName } from "./actor"
import { firstAnswer } from "./commit.server"

/** The actor whose repeat under the key has no effect. `sent`: all that a repeat sends again. */
export const underKey = <A extends Actor>(actor: A, key: string, sent: unknown): A => ({
  ...actor,
  idempotency: { key, hash: sha256(JSON.stringify(sent)).toString("base64url") },
})

type Once<Answer> = {
  answer: Answer
  status: number
  seq: number | undefined
  next?: number | undefined
  total?: number | undefined
}

/**
 * Makes a call once: a repeat under its idempotency key changes nothing and gets the first answer. `status`: that of a
 * success.
 */
export const once = async <A extends Actor, Answer>(
  given: A,
  status: number,
  handle: (actor: A) => Promise<Answer>,
): Promise<Once<Answer>> => {
  const caused: NonNullable<Actor["caused"]> = {}
  const actor = given && { ...given, caused }
  const repeated = (own?: Answer): Once<Answer> => ({
    answer: (caused.replay?.answer ?? own) as Answer,
    status: caused.replay?.status ?? status,
    seq: undefined,
  })
  try {
    const answer = await handle(actor)
    if (caused.replay) return repeated(answer)
    const final = caused.status ?? status
    const isStored = caused.answer === undefined || answer === undefined || answer === caused.answer || caused.secret
    if (actor?.idempotency && !isStored) await storeAnswer(callerName(actor), actor.idempotency.key, final, answer)
    return { answer, status: final, seq: caused.seq, next: caused.next, total: caused.total }
  } catch (thrown) {
    if (!actor?.idempotency || !isRefusal(thrown)) throw thrown
    if (!caused.replay) await firstAnswer(actor, thrown)
    return repeated()
  }
}
