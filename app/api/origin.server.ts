import { refusal } from "~/contract/problem"

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

/** 403 for a cookie-carrying write that another site's page caused. */
export const refuseForeignOrigin = (request: Request) => {
  if (!isOwnOrigin(request)) throw refusal(403, `This request came from another site. Send it from ${ownOrigin}.`)
}
