import { refusal } from "~/contract/problem"

let ownOrigin = ""

/** The origin people reach the product at. */
export const openOrigin = (publicUrl: string) => {
  ownOrigin = new URL(publicUrl).origin
}

/** True when a page of ours made the request, or a program that is no browser says so by naming our origin. */
export const isOwnOrigin = (request: Request) => {
  const origin = request.headers.get("origin")
  if (origin !== null) return origin === ownOrigin
  const site = request.headers.get("sec-fetch-site")
  return site === "same-origin" || site === "none"
}

/** 403 for a cookie-carrying write that another site's page caused. */
export const refuseForeignOrigin = (request: Request) => {
  if (!isOwnOrigin(request)) throw refusal(403, `This request came from another site. Send it from ${ownOrigin}.`)
}
