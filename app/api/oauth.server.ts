// serveOAuth(path): the endpoints of the authorization server besides its page (RFC 8414, 7591, 6749, 7009).
import { scopes } from "~/contract/agent"
import { isRefusal } from "~/contract/problem"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import type { OAuthError } from "~/domain/sign-in/oauth-client.server"
import { oauthError, register } from "~/domain/sign-in/oauth-client.server"
import { issueTokens, revokeToken } from "~/domain/sign-in/oauth-token.server"
import { answerThrown, wrongMethod } from "./answer.server"
import { unknown } from "./mount.server"
import { countCall } from "./rate-limit.server"
import { readBytes, typeOf } from "./read-body.server"
import { isRead } from "./request-headers"

const bodyBytes = 32_768

const metadata = () => {
  const { publicUrl } = accountOptions()
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    scopes_supported: scopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}

const text = async (request: Request) => new TextDecoder().decode(await readBytes(request, { limit: bodyBytes }))

const formOf = async (request: Request) =>
  typeOf(request) === "application/x-www-form-urlencoded"
    ? new URLSearchParams(await text(request))
    : oauthError("invalid_request", "Send application/x-www-form-urlencoded.")

const jsonOf = async (request: Request): Promise<unknown> => {
  try {
    return JSON.parse(await text(request))
  } catch (thrown) {
    if (isRefusal(thrown)) throw thrown
    return undefined
  }
}

type Endpoint = { method: "GET" | "POST"; answer: (request: Request, ip: string) => Promise<Response> | Response }

const json = (body: object, status = 200) => Response.json(body, { status, headers: { "cache-control": "no-store" } })
/** The answer to HTTP authentication names its scheme (RFC 6749, section 5.2). */
const refusedBy = (error: OAuthError, request: Request) => {
  if (error.error !== "invalid_client") return json(error, 400)
  const answer = json(error, 401)
  if (/^basic /i.test(request.headers.get("authorization") ?? ""))
    answer.headers.set("www-authenticate", 'Basic realm="Laneway"')
  return answer
}
const isError = (answer: object): answer is OAuthError => "error" in answer

const endpoints: Record<string, Endpoint> = {
  "/.well-known/oauth-authorization-server": { method: "GET", answer: () => json(metadata()) },
  "/oauth/register": {
    method: "POST",
    answer: async (request, ip) => {
      await countCall(`ip ${ip}`, "registration")
      const answer = await register(await jsonOf(request))
      return isError(answer) ? refusedBy(answer, request) : json(answer, 201)
    },
  },
  "/oauth/token": {
    method: "POST",
    answer: async (request) => {
      const form = await formOf(request)
      const answer = isError(form) ? form : await issueTokens(form)
      return isError(answer) ? refusedBy(answer, request) : json(answer)
    },
  },
  "/oauth/revoke": {
    method: "POST",
    answer: async (request) => {
      const form = await formOf(request)
      const error = isError(form) ? form : await revokeToken(form)
      return error
        ? refusedBy(error, request)
        : new Response(null, { status: 200, headers: { "cache-control": "no-store" } })
    },
  },
}

/** Clients look for other documents beside the metadata, which are not there. */
export const isOAuthPath = (path: string) => Object.hasOwn(endpoints, path) || path.startsWith("/.well-known/")

/** Cookies do not count here: each request carries its own credential. */
export const serveOAuth = async (request: Request, ip: string): Promise<Response> => {
  const { pathname } = new URL(request.url)
  if (!Object.hasOwn(endpoints, pathname)) return unknown(pathname)
  const { method, answer } = endpoints[pathname] as Endpoint
  if (method === "GET" ? !isRead(request) : request.method !== method) {
    return wrongMethod(method === "GET" ? "GET, HEAD" : method)
  }
  try {
    await countCall(`ip ${ip}`)
    return await answer(request, ip)
  } catch (thrown) {
    return answerThrown(thrown, request)
  }
}
