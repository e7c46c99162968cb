// serveFeed(request, ip): a calendar feed by its token, at /feed/{token}.ics.
import { problem } from "~/contract/problem"
import { calendarAt } from "~/domain/feed.server"
import { gzipRows } from "~/outside/gzip-rows.server"
import { sha256 } from "~/outside/signing.server"
import { answerThrown, refused, wrongMethod } from "./answer.server"
import { countCall } from "./rate-limit.server"
import { accepts, isRead, knowsTag } from "./request-headers"

const address = /^\/feed\/([\w-]{1,200})\.ics$/

export const isFeedPath = (path: string) => path.startsWith("/feed/")

type Read = { until: number; made: Promise<{ tag: string; text: string; gzip: Promise<Uint8Array<ArrayBuffer>> }> }

/** By feed: what was read within the last seconds serves everybody who asks meanwhile. */
const reads = new Map<number, Read>()
const freshMs = 5_000
const mostReads = 200

const readOf = (id: number, textOf: () => Promise<string>) => {
  const now = Date.now()
  const known = reads.get(id)
  if (known && known.until > now) return known.made
  for (const [each, { until }] of reads) if (until <= now || reads.size >= mostReads) reads.delete(each)
  const made = textOf().then((text) => {
    const gzip = gzipRows([text])
    gzip.catch(() => {})
    return { tag: `W/"${sha256(text).toString("base64url").slice(0, 22)}"`, text, gzip }
  })
  made.catch(() => reads.delete(id))
  reads.set(id, { until: now + freshMs, made })
  return made
}

/** For another database, whose feeds have the same ids. */
export const forgetFeeds = () => reads.clear()

export const serveFeed = async (request: Request, ip: string): Promise<Response> => {
  try {
    if (!isRead(request)) return wrongMethod("GET, HEAD")
    const [, token] = address.exec(new URL(request.url).pathname) ?? []
    const found = token === undefined ? undefined : await calendarAt(token)
    if (!found) {
      await countCall(`ip ${ip}`, "wrongKey")
      return refused(problem(404, "This calendar feed has ended."))
    }
    await countCall(`feed ${found.id}`, "feed")
    const { tag, text, gzip } = await readOf(found.id, found.text)
    const headers = {
      etag: tag,
      "cache-control": "private, no-cache",
      vary: "Accept-Encoding",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    }
    if (knowsTag(request.headers.get("if-none-match"), tag.slice(2)))
      return new Response(null, { status: 304, headers })
    const packed = accepts(request.headers.get("accept-encoding"), "gzip")
    const body = packed ? await gzip : text
    return new Response(request.method === "HEAD" ? null : body, {
      headers: {
        ...headers,
        "content-type": "text/calendar; charset=utf-8",
        ...(packed ? { "content-encoding": "gzip" } : {}),
      },
    })
  } catch (thrown) {
    return answerThrown(thrown, request)
  }
}
