import type { CallOptions } from "~/contract/call"
import { codeOf, isRefusal } from "~/contract/problem"
import { rememberAnswer, rememberedAnswer, storeAnswer } from "~/database/apply.server"
import { seal, unseal } from "~/outside/sealing.server"
import { sha256 } from "~/outside/signing.server"
import { type Actor, callerName } from "./actor"
import { firstAnswer, storedAnswer } from "./commit.server"
import { createTurns } from "./turns.server"

/** The actor whose repeat under the key has no effect. `sent`: all that a repeat sends again. */
export const underKey = <A extends Actor>(actor: A, key: string, sent: unknown): A => ({
  ...actor,
  idempotency: { key, hash: sha256(JSON.stringify(sent)).toString("base64url") },
})

/** Whether the actor's key was used, by this request or another. */
export const isKeyTaken = async (actor: Actor): Promise<boolean> =>
  actor.idempotency !== null && (await rememberedAnswer(callerName(actor), actor.idempotency.key)) !== undefined

type Once<Answer> = {
  answer: Answer
  status: number
  seq: number | undefined
  next?: number | undefined
  total?: number | undefined
}

const purpose = "answer"

/** Each process has its own, so two processes may run the same request; one answer is stored. */
const keyInTurn = createTurns({ most: 10, what: "requests with this Idempotency-Key", retryAfter: 5 })

/**
 * Makes a call once: a repeat under its idempotency key changes nothing and gets the first answer, and another request
 * is refused. `status`: that of a success. The key of a call that bypasses `commit` is looked up before it runs, after requests
 * at the same time; one that found nothing to change takes its key afterwards.
 */
export const once = <A extends Actor | null, Answer>(
  actor: A,
  status: number,
  handle: (actor: A) => Promise<Answer>,
  uncommitted?: CallOptions["uncommitted"],
): Promise<Once<Answer>> => {
  const make = () => makeOnce(actor, status, handle, uncommitted)
  if (!actor?.idempotency || !uncommitted) return make()
  return keyInTurn(`${callerName(actor)} ${actor.idempotency.key}`, make)
}

const makeOnce = async <A extends Actor | null, Answer>(
  given: A,
  status: number,
  handle: (actor: A) => Promise<Answer>,
  uncommitted: CallOptions["uncommitted"],
): Promise<Once<Answer>> => {
  const caused: NonNullable<Actor["caused"]> = {}
  const actor = given && { ...given, caused }
  const repeated = async (own?: Answer): Promise<Once<Answer>> => {
    const stored = caused.replay?.answer
    const first = uncommitted === "sealed" && stored ? await openAnswer(stored) : stored
    // With a secret, what is stored only names what was made.
    return {
      answer: (caused.secret ? own : (first ?? own)) as Answer,
      status: caused.replay?.status ?? status,
      seq: undefined,
    }
  }
  const take = async (by: Actor, idempotency: NonNullable<Actor["idempotency"]>, final: number, answer: Answer) => {
    const stored = uncommitted === "sealed" ? { sealed: await seal(purpose, JSON.stringify(answer)) } : answer
    const key = { caller: callerName(by), ...idempotency, status: final }
    await rememberAnswer(key, stored).catch(async (thrown: unknown) => {
      // Another request has taken it since.
      if (codeOf(thrown) !== "LW409") throw thrown
      await storedAnswer(by)
    })
  }
  try {
    if (actor?.idempotency && uncommitted) await storedAnswer(actor)
    if (caused.replay) return await repeated()
    const answer = await handle(actor)
    if (caused.replay) return await repeated(answer)
    const final = caused.status ?? status
    if (actor?.idempotency && !caused.applied) {
      if (!uncommitted) await storedAnswer(actor)
      if (!caused.replay) await take(actor, actor.idempotency, final, answer)
      if (caused.replay) return await repeated(answer)
    } else {
      const isStored = caused.answer === undefined || answer === undefined || answer === caused.answer || caused.secret
      if (actor?.idempotency && !isStored) await storeAnswer(callerName(actor), actor.idempotency.key, final, answer)
    }
    return { answer, status: final, seq: caused.seq, next: caused.next, total: caused.total }
  } catch (thrown) {
    if (!actor?.idempotency || !isRefusal(thrown)) throw thrown
    if (!caused.replay) await firstAnswer(actor, thrown)
    if (caused.secret) throw thrown
    return repeated()
  }
}

const openAnswer = async (stored: unknown) => {
  const opened = await unseal(purpose, (stored as { sealed: string }).sealed)
  return opened && JSON.parse(opened.text)
}
