// guard(settings): which requests are let in, by what they carry; where others are sent to sign in.
import type { IncomingMessage } from "node:http"
import { scopes } from "~/contract/agent"
import type { Settings } from "~/server/settings"

/** `challenge`: how a client without a credential gets one. */
export type Refused = { status: 401 | 403 | 404 | 429 | 503; message: string; challenge?: string }

export const resourcePath = "/.well-known/oauth-protected-resource"

const httpAddressOf = ({ mcp }: Pick<Settings, "mcp">) => mcp.publicUrl.replace(/^ws/, "http")

export const descriptionOf = (settings: Settings) => ({
  resource: `${httpAddressOf(settings)}/mcp`,
  resource_name: "Laneway",
  authorization_servers: [settings.publicUrl],
  scopes_supported: scopes,
  bearer_methods_supported: ["header"],
})

export const challengeOf = (settings: Settings, wasGiven: boolean) =>
  `Bearer ${wasGiven ? 'error="invalid_token", ' : ""}resource_metadata="${httpAddressOf(settings)}${resourcePath}/mcp", scope="${scopes.join(" ")}"`

/** A page that another site had resolved to this address, or a page of another origin, gets nothing. */
export const guard = ({ publicUrl, mcp, host }: Settings) => {
  const own = new URL(httpAddressOf({ mcp }))
  const hosts = new Set([
    "localhost",
    "127.0.0.1",
    "[::1]",
    host,
    `[${host}]`,
    own.hostname,
    new URL(publicUrl).hostname,
  ])
  const origins = new Set([publicUrl, own.origin])
  return ({ headers }: IncomingMessage): Refused | undefined => {
    const name = addressOf({ url: "/", headers })?.hostname ?? ""
    if (!hosts.has(name)) {
      return {
        status: 403,
        message: `This server is not ${name.slice(0, 200)}: set MCP_PUBLIC_URL to how agents reach it.`,
      }
    }
    if (headers.origin !== undefined && !origins.has(headers.origin)) {
      return { status: 403, message: "Pages of other sites may not connect." }
    }
    return undefined
  }
}

export const addressOf = ({ url, headers }: Pick<IncomingMessage, "url" | "headers">): URL | undefined => {
  try {
    return new URL(url ?? "/", `http://${headers.host ?? ""}`)
  } catch {
    return undefined
  }
}

export const credentialIn = ({ headers }: IncomingMessage): string => {
  const key = headers["x-api-key"]
  return typeof key === "string" ? key : (/^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "")
}
