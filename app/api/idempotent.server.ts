import { refusal } from "~/contract/problem"
import type { Actor } from "~/domain/core/actor"
import { underKey } from "~/domain/core/once.server"
import { sha256 } from "~/outside/signing.server"

/** The actor with the request's Idempotency-Key and a hash of its method, path and input. */
export const idempotent = <A extends Actor>(actor: A, request: Request, input: unknown): A => {
  const key = request.headers.get("Idempotency-Key")
  // Visitors of a public link have no name that a key could be stored under.
  if (key === null || key === "" || actor.linkId !== undefined || request.method === "GET" || request.method === "HEAD")
    return actor
  if ([...key].length > 64) throw refusal(400, "Idempotency-Key is at most 64 characters long.")
  return underKey(actor, key, [request.method, new URL(request.url).pathname.toLowerCase(), input])
}

/** As `idempotent`, for a form with a file. */
export const idempotentWithFile = async <A extends Actor>(actor: A, request: Request, file: File): Promise<A> => {
  if (!request.headers.get("Idempotency-Key")) return actor
  const bytes = new Uint8Array(await file.arrayBuffer())
  return idempotent(actor, request, { name: file.name, file: sha256(bytes).toString("base64url") })
}
