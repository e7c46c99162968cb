import type * as z from "zod/mini"
import type { Access, Capability, KeyAccess } from "./capability"

export type Method = "GET" | "POST" | "PUT" | "DELETE"

type Shape = z.ZodMiniType
type Output<T> = T extends Shape ? z.output<T> : unknown
type Input<T> = T extends Shape ? z.input<T> : unknown

export type CallOptions = {
  access: Access
  /** The capability that a call open to any user needs in a plan it names. */
  inPlan?: Capability
  /** The path parameter that must be the caller's own id. */
  self?: "id" | "userId"
  /** The capability that the call needs unless the caller names themselves in this path parameter. */
  others?: { param: "userId"; needs: Capability }
  /** Path parameters; every `:name` of the path. */
  params?: Shape
  query?: Shape
  /** JSON body; an object's fields join the input, an array arrives under `bodyName`. */
  body?: Shape
  bodyName?: string
  /** The body is a form with a file, or with these fields and `files`, which the call's raw handler reads. */
  form?: true | Shape
  /** What that form has beside its one file. */
  formFields?: Shape
  /** The call's raw handler reads the body as it was sent. */
  unread?: true
  /** Maximum bytes of the body; 1 MiB by default. */
  bodyBytes?: number
  /** What a success is called in the security log; `with`: only when the input has that field. */
  logged?: { as: "role changed" | "key changed" | "exported" | "session ended" | "agent ended"; with?: string }
  /** A GET that changes something: a browser may make it from this product's pages only. */
  acts?: true
  /** Whether somebody who must pay may make the call; by default, if it changes nothing. */
  unpaid?: "open" | "refused"
  /**
   * Does not go through `commit`, so its idempotency key is looked up before it runs. `sealed`: its answer holds a
   * secret.
   */
  uncommitted?: "plain" | "sealed"
  /** A rate limit of its own, in addition to the one for all calls of a session or key. */
  rate?: "search" | "upload" | "assistant" | "payment"
  /** The answer is a page of a list; a `Link` header with `rel="next"` names the next one, by `before`. */
  paged?: true
  /** `X-Total-Count` is the number of rows on all pages. */
  counted?: true
  /** The body of a success. Absent: none (204). */
  answer?: Shape
  /** Status of a success; 200 by default. */
  status?: 200 | 201 | 202 | 204
  /** One sentence for the API document. */
  summary: string
}

export type Call<O extends CallOptions = CallOptions> = O & { method: Method; path: string }

/** What making a call takes. Files for browsers hold nothing else of it, and of its schemas only the names in the query. */
export type SentCall = Pick<Call, "method" | "path" | "query" | "body" | "bodyName" | "form" | "answer" | "counted">

/** Whether a call changes something. */
export const isChange = ({ method, acts }: Call): boolean => method !== "GET" || acts === true

/** A call that somebody who must pay may still make. */
export const isOpenUnpaid = (call: Call): boolean =>
  call.unpaid === undefined ? call.access === "public" || !isChange(call) : call.unpaid === "open"

type Flat<O extends CallOptions> = Output<O["params"]> &
  Output<O["query"]> &
  (O extends { bodyName: infer N extends string } ? { [K in N]: Output<O["body"]> } : Output<O["body"]>)

type FlatIn<O extends CallOptions> = Input<O["params"]> &
  Input<O["query"]> &
  (O extends { bodyName: infer N extends string } ? { [K in N]: Input<O["body"]> } : Input<O["body"]>)

/** A handler's input: path parameters, query and body, parsed, in one object. */
export type InputOf<C> = C extends Call<infer O> ? Flat<O> : never
/** A client's input for the same call, before parsing. */
export type SentOf<C> = C extends Call<infer O> ? FlatIn<O> : never
export type AnswerOf<C> = C extends Call<infer O> ? (O extends { answer: infer A } ? Output<A> : undefined) : never

/** The type of a call's actor: `Person`; `Actor` if a plan's key or a visitor makes it; possibly null if it is public. */
export type CallerOf<C, Actor, Person extends Actor> = C extends { access: "public" }
  ? Actor | null
  : C extends { access: KeyAccess | "visitor" }
    ? Actor
    : Person

/** One function for each call of a resource; a missing one does not compile. */
export type HandlersFor<R extends Record<string, Call>, Actor, Person extends Actor> = {
  [K in keyof R]: (actor: CallerOf<R[K], Actor, Person>, input: InputOf<R[K]>) => Promise<AnswerOf<R[K]>>
}

const declare =
  (method: Method) =>
  <const O extends CallOptions>(path: string, options: O): Call<O> => ({ ...options, method, path })

export const get = declare("GET")
export const post = declare("POST")
export const put = declare("PUT")
export const del = declare("DELETE")

/** Names the calls of one API resource. */
export const resource = <const R extends Record<string, Call>>(calls: R): R => calls
