import { problem, refusal } from "~/contract/problem"

let ownOrigin = ""

/** Sets the product's public origin. */
export const openOrigin = (publicUrl: string) => {
  ownOrigin = new URL(publicUrl).origin
}

/** Whether a page of this product made the request, or a program other than a browser states this product's origin. */
export const isOwnOrigin = (request: Request) => {
  const origin = request.headers.get("origin")
  if (origin !== null) return origin === ownOrigin
  const site = request.headers.get("sec-fetch-site")
  return site === "same-origin" || site === "none"
}

export const foreignOrigin = () => problem(403, `This request came from another site. Send it from ${ownOrigin}.`)

/** 403 for a cookie-carrying write that another site's page caused. */
export const refuseForeignOrigin = (request: Request) => {
  if (!isOwnOrigin(request)) throw refusal(403, foreignOrigin().message)
}

/** Whether another site's page posted a form. The browser itself, as for a share sheet, and programs may do that. */
export const isPostedElsewhere = ({ headers }: Request) => {
  const site = headers.get("sec-fetch-site")
  if (site === "none") return false
  const origin = headers.get("origin")
  return origin === null ? site !== null && site !== "same-origin" : origin !== ownOrigin
}

/**
 * Whether a GET may have been caused by a page, mail or comment of others: a browser made it, and nothing shows that it began
 * at a page of this product itself or in the address bar. Links that people write send no `Referer`.
 */
export const isCausedElsewhere = ({ headers }: Request) => {
  if (headers.get("sec-purpose")?.startsWith("prefetch")) return true
  const origin = headers.get("origin")
  if (origin !== null) return origin !== ownOrigin
  const site = headers.get("sec-fetch-site")
  const mode = headers.get("sec-fetch-mode")
  if (site === "same-origin" && (mode === "navigate" || mode === "no-cors")) return !isRefererOwn(headers)
  if (site !== null) return site !== "same-origin" && site !== "none"
  if (headers.has("referer")) return !isRefererOwn(headers)
  // Over plain HTTP a browser sends none of these, but it asks for a page or a picture; a program takes anything.
  return /text\/html|image\//.test(headers.get("accept") ?? "")
}

const isRefererOwn = (headers: Headers) => {
  const referer = headers.get("referer") ?? ""
  return URL.canParse(referer) && new URL(referer).origin === ownOrigin
}

/** Whether the visit came from the address bar, a bookmark or another program of the device. */
export const isTyped = ({ headers }: Request) =>
  headers.get("sec-fetch-site") === "none" && headers.get("sec-fetch-mode") === "navigate"

/** 403 for a GET that changes something, unless a script of this product's pages or a program other than a browser makes it. */
export const refuseVisit = (request: Request) => {
  if (!isCausedElsewhere(request) && request.headers.get("sec-fetch-mode") !== "navigate") return
  throw refusal(403, `This address works from the pages of ${ownOrigin} only. Open it there.`)
}
