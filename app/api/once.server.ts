import { createHash } from "node:crypto"
import { isRefusal, refusal } from "~/contract/problem"
import { storeAnswer } from "~/database/apply.server"
import { type Actor, callerName } from "~/domain/actor"
import { firstAnswer } from "~/domain/commit.server"

type Once<Answer> = { answer: Answer; status: number; seq: number | undefined }

/**
 * Makes a call that a repeat under its idempotency key does not make again: that one is answered as the first was. `status` is
 * that of a success.
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
    return { answer, status: final, seq: caused.seq }
  } catch (thrown) {
    if (!actor?.idempotency || !isRefusal(thrown)) throw thrown
    if (!caused.replay) await firstAnswer(actor, thrown)
    return repeated()
  }
}

/** The actor with the request's Idempotency-Key and a hash of what was sent with it. */
export const idempotent = <A extends Actor>(actor: A, request: Request, input: unknown): A => {
  const key = request.headers.get("Idempotency-Key")
  if (key === null || key === "" || request.method === "GET" || request.method === "HEAD") return actor
  if ([...key].length > 64) throw refusal(400, "Idempotency-Key is at most 64 characters long.")
  const sent = JSON.stringify([request.method, new URL(request.url).pathname.toLowerCase(), input])
  return { ...actor, idempotency: { key, hash: createHash("sha256").update(sent).digest("base64url") } }
}

/** As `idempotent`, of a form with a file. */
export const idempotentWithFile = async <A extends Actor>(actor: A, request: Request, file: File): Promise<A> => {
  if (!request.headers.get("Idempotency-Key")) return actor
  const bytes = new Uint8Array(await file.arrayBuffer())
  return idempotent(actor, request, { name: file.name, file: createHash("sha256").update(bytes).digest("base64url") })
}
