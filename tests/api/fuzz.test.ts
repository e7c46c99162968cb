// Arbitrary requests to every call of the OpenAPI document, as eleven callers: nothing fails, and nobody gets another plan.
import fc from "fast-check"
import { afterAll, expect, test } from "vitest"
import { publicCalls, visitHeader } from "~/contract/public-link"
import { givesRoles, type HostileRequest, hostileRequests, type OpenApiDocument } from "../siege/hostile.ts"
import { plausibleRequests, type Stock } from "../siege/plausible.ts"
import { type Caller, openApi } from "../support/api/api.ts"
import { stocked } from "../support/api/every-call.ts"
import { visitorOf } from "../support/api/visitor.ts"
import { stripeServer } from "../support/services/stripe.ts"

const stripe = await stripeServer()
const api = await openApi({ rateLimits: false, stripe })
afterAll(async () => {
  await api.close()
  await stripe.close()
})

type As = { as?: Caller; headers?: Record<string, string> }

test("no request fails, and no answer has text of a plan that the caller is not in", async () => {
  const people = await Promise.all(Array.from({ length: 7 }, () => api.person()))
  const [ada, ben, cara, dan, eva, fay] = people as [Caller, Caller, Caller, Caller, Caller, Caller]
  const markOf = () => `mark-${crypto.randomUUID()}`
  const marked = async (owner: Caller) => {
    const marks = { board: markOf(), hidden: markOf() }
    return { ...(await stocked(api, owner, { marks })), marks }
  }
  const [first, second] = [await marked(ada), await marked(ben)]
  const [ofFirst, ofSecond] = [Object.values(first.marks), Object.values(second.marks)]
  const admin = await api.person({ role: 0 })
  await api.join(first.plan.id, cara, 1)
  await api.join(first.plan.id, dan, 2)
  await api.join(second.plan.id, eva, 0)
  const key = await api.key(first.plan.id)
  const stockOf = ({ plan, ids }: typeof first, { id: self }: Caller): Stock => ({
    ...{ planId: plan.id, self, people: [self], goals: [ids.Goal as number], items: [ids.Item as number] },
    ...{ tasks: [ids.Task as number], notes: [ids.Note as number], conversations: [ids.message as number] },
  })
  const visitor = { headers: { [visitHeader]: await visitorOf(api, first.plan.id, ada) } }
  /** `foreign`: texts that they never get. */
  const callers: { by: As; foreign: string[] }[] = [
    { by: { as: ada }, foreign: ofSecond },
    { by: { as: cara }, foreign: ofSecond },
    { by: { as: dan }, foreign: ofSecond },
    { by: { headers: { "x-api-key": key } }, foreign: ofSecond },
    { by: visitor, foreign: [first.marks.hidden, ...ofSecond] },
    { by: { as: ben }, foreign: ofFirst },
    { by: { as: eva }, foreign: ofFirst },
    { by: { as: fay }, foreign: [...ofFirst, ...ofSecond] },
    { by: { as: people[6] as Caller }, foreign: [...ofFirst, ...ofSecond] },
    // A System Admin has every plan.
    { by: { as: admin }, foreign: [] },
    { by: {}, foreign: [...ofFirst, ...ofSecond] },
  ]
  expect((await api.send(publicCalls.board, {}, visitor)).text).toContain(first.marks.board)
  const document = JSON.parse((await api.call("GET", "/api/openapi.json")).text) as OpenApiDocument
  const requests = hostileRequests(document, {
    plans: [first.plan.id, second.plan.id],
    others: [...Object.values(first.ids), ...Object.values(second.ids)],
  })
  const send = ({ method, path, type, body }: HostileRequest, { as, headers = {} }: As) =>
    api.call(method, path, {
      ...(as ? { as } : {}),
      ...(body === null ? {} : { raw: body }),
      headers: { ...headers, ...(type ? { "content-type": type } : {}) },
    })

  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc
          .constantFrom(...callers)
          .chain((caller) => {
            const [plan, owner] = caller.foreign[0] === first.marks.board ? [second, ben] : [first, ada]
            const plausible = plausibleRequests(document, stockOf(plan, caller.by.as ?? owner))
            return fc.tuple(fc.oneof(plausible, requests), fc.constant(caller))
          })
          .filter(([request, { by }]) => by.as !== admin || !givesRoles(request)),
        { minLength: 8, maxLength: 8 },
      ),
      async (all) => {
        const answers = await Promise.all(all.map(([request, { by }]) => send(request, by)))
        for (const [at, { status, text }] of answers.entries()) {
          const [request, { foreign }] = all[at] as (typeof all)[0]
          expect(status, `${request.method} ${request.path}: ${text.slice(0, 300)}`).toBeLessThan(500)
          for (const mark of foreign)
            expect(text, `${request.path} ${JSON.stringify(all[at]?.[1].by)}`).not.toContain(mark)
        }
      },
    ),
    // The requests build on each other, so that a shorter list need not fail as well.
    { numRuns: 150, endOnFailure: true },
  )
})
