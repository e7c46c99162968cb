// openLaneway({ url, key }): every call of the API as a function. eventOf(): the event of a webhook's delivery.
import { calls } from "./calls.js"

/** What the API refused, as its problem says. */
export class LanewayError extends Error {
  constructor(problem, retryAfter) {
    super(problem.message ?? problem.title ?? `The API answered ${problem.status}.`)
    this.name = "LanewayError"
    this.status = problem.status
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

export const openLaneway = ({ url, key, headers = {}, fetch = globalThis.fetch, retries = 3, longestPause = 60 }) => {
  const made = (call) => async (input, options) => {
    const { address, body } = requestOf(call, input ?? {})
    const { idempotencyKey, unmodifiedSince, signal, onAnswer } = options ?? {}
    const sent = { accept: "application/json", ...headers }
    if (key) sent["x-api-key"] = key
    if (typeof body === "string") sent["content-type"] = "application/json"
    // A repeat under the same key gets the first answer, so a write may be repeated like a read.
    if (call.method !== "GET") sent["idempotency-key"] = idempotencyKey ?? crypto.randomUUID()
    if (unmodifiedSince) sent["if-unmodified-since-version"] = unmodifiedSince
    for (let tries = 0; ; tries++) {
      const answer = await fetch(new URL(address, url), { method: call.method, headers: sent, body, signal })
      if (answer.status < 400) {
        onAnswer?.(answer)
        return call.isRaw ? answer : contentOf(answer)
      }
      const seconds = secondsOf(answer)
      const problem = await problemOf(answer)
      const isPassing = answer.status === 429 || answer.status === 503
      if (!isPassing || seconds === undefined || seconds > longestPause || tries >= retries)
        throw new LanewayError(problem, seconds)
      await pause(seconds, signal)
    }
  }
  const eachOf = (of, make) => Object.fromEntries(Object.entries(of).map(([name, each]) => [name, make(each)]))
  return eachOf(calls, (resource) => eachOf(resource, made))
}

/** The pages of a list, newest first: `for await (const rows of pages(laneway.File.list, { planId })) …` */
export const pages = async function* (call, input, options) {
  let before = input?.before
  do {
    let link = ""
    const onAnswer = (answer) => {
      link = answer.headers.get("link") ?? ""
      options?.onAnswer?.(answer)
    }
    yield await call({ ...input, ...(before && { before }) }, { ...options, onAnswer })
    before = /[?&]before=(\d+)[^>]*>; rel="next"/.exec(link)?.[1]
  } while (before)
}

/** Throws where the delivery was not signed with the secret, or more than five minutes ago. */
export const eventOf = async (secret, body, headers) => {
  const header = (name) => (typeof headers.get === "function" ? headers.get(name) : headers[name])
  const [id, time, signatures] = ["id", "timestamp", "signature"].map((name) => header(`webhook-${name}`))
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const hmac = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", bytes(secret.replace("whsec_", "")), hmac, false, ["verify"])
  const signed = new TextEncoder().encode(`${id}.${time}.${body}`)
  const isRecent = Math.abs(Date.now() / 1_000 - Number(time)) <= 300
  for (const each of isRecent ? String(signatures).split(" ") : []) {
    if (/^v1,[A-Za-z0-9+/]{43}=$/.test(each) && (await crypto.subtle.verify(hmac, key, bytes(each.slice(3)), signed)))
      return JSON.parse(body)
  }
  throw new Error("The delivery is not from Laneway, or too old.")
}

/** The address below the installation's, and the body. */
const requestOf = ({ method, path, query = [], list, form, isUnread }, input) => {
  const rest = { ...input }
  const take = (name) => {
    const value = rest[name]
    delete rest[name]
    return value
  }
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(take(name)))
  const search = new URLSearchParams()
  for (const name of query) {
    const value = take(name)
    if (value !== undefined && value !== null) search.set(name, value)
  }
  const address = search.size > 0 ? `${filled}?${search}` : filled
  if (form) return { address, body: formOf(rest) }
  if (method === "GET") return { address }
  if (isUnread) return { address, body: rest.body }
  return { address, body: JSON.stringify(list ? rest[list] : rest) }
}

const formOf = (fields) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== null) form.append(name, each)
  return form
}

const contentOf = async (answer) => {
  const text = await answer.text()
  if (text === "") return undefined
  return /json/.test(answer.headers.get("content-type") ?? "") ? JSON.parse(text) : text
}

const secondsOf = (answer) => {
  const given = answer.headers.get("retry-after")
  return given !== null && /^\d+$/.test(given) ? Number(given) : undefined
}

/** A proxy in between may answer with a page. */
const problemOf = async (answer) => {
  const text = await answer.text()
  const isProblem = /problem\+json/.test(answer.headers.get("content-type") ?? "")
  return isProblem ? JSON.parse(text) : { status: answer.status, title: answer.statusText }
}

const pause = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop)
      resolve()
    }, seconds * 1_000)
    signal?.addEventListener("abort", stop, { once: true })
  })
