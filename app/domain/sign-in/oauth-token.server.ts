// Tokens of agents: issueTokens(form) and revokeToken(form), each without a credential of the client's own.
import { base64url } from "jose"
import { grantOfCode, type Issued, isReplaced, replaceRefresh, takeCode } from "~/database/sign-in/agent-grant.server"
import { randomText, sha256, signed, verified } from "~/outside/signing.server"
import { endGrant, endToken, isAccessToken, newAccessToken } from "./agent-access.server"
import { type OAuthError, oauthError } from "./oauth-client.server"
import { isResource } from "./oauth-request.server"

const purpose = "agent refresh"
const prefix = "lr_"

/** Names its grant, so that a replaced one ends it; signed, so that a guess ends no grant. */
const newRefreshToken = (grantId: number) => `${prefix}${signed(purpose, `${grantId}.${randomText(32)}`)}`

const grantIdOf = (token: string) => {
  const opened = token.startsWith(prefix) ? verified(purpose, token.slice(prefix.length)) : undefined
  const id = opened && /^(\d{1,15})\./.exec(opened.text)?.[1]
  return id === undefined ? undefined : Number(id)
}

const invalidGrant = () =>
  oauthError("invalid_grant", "The code or refresh token is unknown, used, expired or of another client.")

type TokenAnswer = {
  access_token: string
  token_type: "Bearer"
  expires_in: number
  refresh_token: string
  scope: string
}

const neededFor: ReadonlyMap<string, readonly string[]> = new Map([
  ["authorization_code", ["code", "code_verifier"]],
  ["refresh_token", ["refresh_token"]],
])

/** The answer to a request at the token endpoint (RFC 6749, section 5). */
export const issueTokens = async (form: URLSearchParams): Promise<TokenAnswer | OAuthError> => {
  const names = [...form.keys()]
  if (new Set(names).size < names.length) return oauthError("invalid_request", "A parameter is sent once.")
  const clientId = form.get("client_id")
  if (!clientId) return oauthError("invalid_client", "Send client_id; clients have no secret here.")
  const resource = form.get("resource")
  if (resource !== null && !isResource(resource))
    return oauthError("invalid_target", "resource is the one that access was asked for.")
  const type = form.get("grant_type") ?? ""
  const missing = ["grant_type", ...(neededFor.get(type) ?? [])].find((name) => !form.get(name))
  if (missing) return oauthError("invalid_request", `Send ${missing}.`)
  if (type === "authorization_code") return byCode(form, clientId)
  if (type === "refresh_token") return byRefresh(form, clientId)
  return oauthError("unsupported_grant_type", "grant_type is authorization_code or refresh_token.")
}

const byCode = async (form: URLSearchParams, clientId: string) => {
  const [code, verifier] = [form.get("code") ?? "", form.get("code_verifier") ?? ""]
  const challenge = base64url.encode(sha256(verifier))
  const given = { codeHash: sha256(code), clientId, redirectUri: form.get("redirect_uri"), challenge }
  const grant = await grantOfCode(given)
  if (!grant) return invalidGrant()
  const issued = grant.used ? undefined : await issue(grant.id, (hashes) => takeCode(grant.id, hashes))
  if (issued) return issued
  // A code that is used twice may have been stolen before its first use.
  if ((await grantOfCode(given))?.used) await endGrant(grant.id)
  return invalidGrant()
}

const byRefresh = async (form: URLSearchParams, clientId: string) => {
  const token = form.get("refresh_token") ?? ""
  const id = grantIdOf(token)
  if (id === undefined) return invalidGrant()
  const given = { id, hash: sha256(token), clientId }
  const issued = await issue(id, (hashes) => replaceRefresh(given, hashes))
  if (issued) return issued
  if (await isReplaced(given)) await endGrant(id)
  return invalidGrant()
}

type Hashes = { refreshHash: Buffer; accessHash: Buffer }

const issue = async (
  grantId: number,
  store: (hashes: Hashes) => Promise<Issued | undefined>,
): Promise<TokenAnswer | undefined> => {
  const [access, refresh] = [newAccessToken(), newRefreshToken(grantId)]
  const issued = await store({ refreshHash: sha256(refresh), accessHash: sha256(access) })
  return (
    issued && {
      access_token: access,
      token_type: "Bearer",
      expires_in: Math.floor(issued.seconds),
      refresh_token: refresh,
      scope: issued.scopes.join(" "),
    }
  )
}

/** Ends what the token is of: a refresh token's grant, or one access token. One that is not known is no fault (RFC 7009). */
export const revokeToken = async (form: URLSearchParams): Promise<OAuthError | undefined> => {
  const [token, clientId] = [form.get("token"), form.get("client_id")]
  if (!token || !clientId) return oauthError("invalid_request", "Send token and client_id.")
  const id = grantIdOf(token)
  if (id !== undefined) await endGrant(id, { clientId })
  else if (isAccessToken(token)) await endToken(token, clientId)
  return undefined
}
