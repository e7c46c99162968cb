// createPageAnswers(settings, development): pages with their headers, packed, at the one name of this machine.
import { randomBytes } from "node:crypto"
import type { App } from "./app"
import type { Visitor } from "./client-address"
import { compressed, createPageHeaders } from "./page-headers"
import { publicAddress } from "./public-address"
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
