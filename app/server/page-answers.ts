// createPageAnswers(settings, development): pages with their headers, packed, at the one name of this machine.
import { randomBytes } from "node:crypto"
import { isLoopback } from "~/contract/shared/loopback"
import type { App } from "./app"
import type { Visitor } from "./client-address"
import { compressed, createPageHeaders } from "./page-headers"
import type { Settings } from "./settings"

export const createPageAnswers = (settings: Settings, development: boolean) => {
  const setHeaders = createPageHeaders(settings, development)
  return async (app: App, request: Request, { address, host }: Pick<Visitor, "address" | "host">) => {
    const elsewhere = publicAddress(request, host, settings.publicUrl)
    if (elsewhere)
      return new Response(null, { status: 302, headers: { location: elsewhere, "cache-control": "no-store" } })
    const nonce = randomBytes(16).toString("base64")
    const response = await app.page(request, { clientIp: address, nonce })
    setHeaders(response.headers, nonce)
    return compressed(response, request.headers.get("accept-encoding") ?? "")
  }
}

/**
 * The same page at PUBLIC_URL, when PUBLIC_URL and the host asked for are different names of this machine. Cookies, the
 * browser's database and the check of origins belong to one name.
 */
export const publicAddress = (request: Pick<Request, "method" | "url">, host: string, publicUrl: string) => {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined
  const wanted = new URL(publicUrl)
  const asked = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  if (!asked || asked.hostname === wanted.hostname) return undefined
  if (!isLoopback(asked.hostname) || !isLoopback(wanted.hostname)) return undefined
  const { pathname, search } = new URL(request.url)
  return `${wanted.origin}${pathname}${search}`
}
