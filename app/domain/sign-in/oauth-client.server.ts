// Programs that ask for access: register(), clientOf(id), fits(client, redirectUri).
import * as z from "zod/mini"
import { messageOf } from "~/contract/problem"
import { isLoopback } from "~/contract/shared/loopback"
import { clientById, insertClient } from "~/database/sign-in/agent-grant.server"
import { requestOutside } from "~/outside/reach.server"
import { randomText } from "~/outside/signing.server"
import { cleanName } from "~/rules/people/person-name"
import { accountOptions } from "./accounts.server"

export type Client = {
  name: string
  redirectUris: string[]
  /** The host of the document that describes it; null: it registered itself under that name. */
  documentHost: string | null
}

export type OAuthError = { error: string; error_description: string }
export const oauthError = (error: string, error_description: string): OAuthError => ({ error, error_description })

const uriLength = 500
const urisAtMost = 10

/** Schemes of programs that take their answers there, besides those in the form of a domain (RFC 8252). No other program is opened. */
const programSchemes = ["cursor:", "vscode:", "vscode-insiders:", "windsurf:"]

/** Https, loopback, or a program's own scheme. */
const mayReturnTo = (uri: string) => {
  if (uri.length > uriLength || /[^!-~]/.test(uri) || uri.includes("#") || !URL.canParse(uri)) return false
  const { protocol, hostname, username, password } = new URL(uri)
  if (username !== "" || password !== "") return false
  if (protocol === "https:") return true
  if (protocol === "http:") return isLoopback(hostname)
  return programSchemes.includes(protocol) || /^[a-z][a-z\d-]*(\.[a-z\d-]+)+:$/.test(protocol)
}

const named = z.optional(z.catch(z.string(), ""))
const metadata = z.object({
  client_name: named,
  redirect_uris: z.array(z.string()).check(z.minLength(1), z.maxLength(urisAtMost)),
})

type Metadata = { name: string; redirectUris: string[] }

const readMetadata = (given: unknown): Metadata | OAuthError => {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return oauthError("invalid_client_metadata", "Send a JSON object.")
  const { data } = metadata.safeParse(given)
  if (!data) return oauthError("invalid_redirect_uri", `redirect_uris is a list of 1 to ${urisAtMost} addresses.`)
  const wrong = data.redirect_uris.find((uri) => !mayReturnTo(uri))
  if (wrong !== undefined) {
    const says = `A redirect address uses https, loopback or the program's own scheme, has at most ${uriLength} characters and no fragment.`
    return oauthError("invalid_redirect_uri", says)
  }
  const redirectUris = [...new Set(data.redirect_uris)]
  return { name: cleanName(data.client_name?.slice(0, 1_000) ?? "") || hostOf(redirectUris[0] ?? ""), redirectUris }
}

/** Where an answer goes: a host with its port, or a program's scheme, whose rest names no host. */
export const hostOf = (uri: string) => {
  const { protocol, host } = new URL(uri)
  return /^https?:$/.test(protocol) ? host : protocol
}

/** Registers a public client (RFC 7591), whatever credential it asks for. */
export const register = async (given: unknown) => {
  const read = readMetadata(given)
  if ("error" in read) return read
  const id = `lc_${randomText(18)}`
  await insertClient(id, read)
  return {
    client_id: id,
    client_id_issued_at: Math.floor(Date.now() / 1_000),
    client_name: read.name,
    redirect_uris: read.redirectUris,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  }
}

const documentBytes = 32_768
const documentMs = 5_000
const documentCachedFor = 5 * 60_000
const documentsAtMost = 500

type Document = Metadata | undefined
const documents = new Map<string, { read: Promise<Document>; until: number }>()

/** `count`: refuses somebody who has had too many documents fetched. */
export const clientOf = async (id: string, count: () => undefined | Promise<void>): Promise<Client | undefined> => {
  if (!isDocumentUrl(id)) {
    const stored = id.startsWith("lc_") ? await clientById(id) : undefined
    return stored && { ...stored, documentHost: null }
  }
  const had = documents.get(id)
  const fresh = had && had.until > Date.now() ? had : undefined
  if (!fresh) await count()
  const found = await (fresh ?? cacheDocument(id)).read
  return found && { ...found, documentHost: new URL(id).host }
}

/** Plain HTTP is for loopback, which is reached only where the product listens there. A path distinguishes the clients of a host. */
const isDocumentUrl = (id: string) => {
  if (!mayReturnTo(id) || !/^https?:/.test(id)) return false
  const { pathname, href } = new URL(id)
  return pathname !== "/" && href === id
}

const cacheDocument = (id: string) => {
  const cached = { read: fetchDocument(id), until: Date.now() + documentCachedFor }
  documents.delete(id)
  documents.set(id, cached)
  const [oldest] = documents.keys()
  if (documents.size > documentsAtMost && oldest !== undefined) documents.delete(oldest)
  // A document that was mended is read again at once.
  void cached.read.then((found) => {
    if (!found && documents.get(id) === cached) documents.delete(id)
  })
  return cached
}

const fetchDocument = async (id: string): Promise<Document> => {
  try {
    const headers = { accept: "application/json" }
    const { status, body } = await requestOutside(id, { headers, bytes: documentBytes, ms: documentMs })
    if (status !== 200) throw new Error(`it answered ${status}`)
    const given: unknown = JSON.parse(body.toString())
    if ((given as { client_id?: unknown } | null)?.client_id !== id) throw new Error("its client_id is another")
    const read = readMetadata(given)
    if ("error" in read) throw new Error(read.error_description)
    return read
  } catch (error) {
    accountOptions().warn?.("a program's document could not be read", {
      host: new URL(id).host,
      reason: messageOf(error),
    })
    return undefined
  }
}

/** Exactly a registered address; on loopback at any port, which programs get when they start (RFC 8252). */
export const fits = ({ redirectUris }: Client, uri: string) =>
  mayReturnTo(uri) &&
  redirectUris.some((registered) => registered === uri || withoutPort(registered) === withoutPort(uri))

const loopbackPort = /^(http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])):\d{1,5}(?=[/?]|$)/

const withoutPort = (uri: string) => uri.replace(loopbackPort, "$1")
