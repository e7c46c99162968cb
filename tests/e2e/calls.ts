import type { APIRequestContext } from "@playwright/test"
import { expect } from "@playwright/test"
import { type Given, requestOf } from "~/client/api"
import type { AnswerOf, Call, CallOptions } from "~/contract/call"
import { planCalls } from "~/contract/plan"

/** The server closes an idle connection, perhaps just as the next request takes it: a request has one of its own. */
export const ownConnection = { connection: "close" }

const origin = `http://localhost:${process.env.E2E_PORT ?? "4390"}`

/** Makes a call of the contract, as a page with the cookies of `request` does, and returns what was answered. */
export const sent = async <O extends CallOptions>(
  request: APIRequestContext,
  declared: Call<O>,
  input: Given<Call<O>>,
) => {
  const { address, body } = requestOf(declared as Call, input as Record<string, unknown>)
  return request.fetch(address, {
    method: declared.method,
    headers: {
      origin,
      ...ownConnection,
      ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
    },
    ...(body instanceof FormData ? { multipart: body } : body === undefined ? {} : { data: body }),
    maxRedirects: 0,
  })
}

/** The answer of a call that succeeds. */
export const call = async <O extends CallOptions>(
  request: APIRequestContext,
  declared: Call<O>,
  input: Given<Call<O>>,
): Promise<AnswerOf<Call<O>>> => {
  const answer = await sent(request, declared, input)
  const text = await answer.text()
  expect(answer.ok(), `${declared.method} ${declared.path} answers ${answer.status()} ${text}`).toBe(true)
  return (text && /json/.test(answer.headers()["content-type"] ?? "") ? JSON.parse(text) : undefined) as AnswerOf<
    Call<O>
  >
}

export const boardOf = (request: APIRequestContext, planId: number) => call(request, planCalls.board, { planId })
