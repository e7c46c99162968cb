// Ways to sign in, each a strategy of remix-auth. `makeLink` and `addressOfLink`: the link that goes out by mail.
import { createSession, type Session, type SessionStorage } from "@remix-run/node"
import { CompactEncrypt, compactDecrypt } from "jose"
import { Authenticator } from "remix-auth"
import { TOTPStrategy } from "remix-auth-totp"
import * as z from "zod/mini"
import { keysFor } from "./signing.server"

/** How long a link is good, in seconds. */
export const linkLifetime = 15 * 60

const linkPath = "/api/Account/MagicLink"
const purpose = "sign-in link"

const carried = z.object({
  email: z.string(),
  code: z.string(),
  totp: z.object({ jwe: z.string(), attempts: z.number() }),
})

// The strategy keeps the address and the encrypted secret of its code in a session. Here the link carries that
// session beside the code, so that it works in any browser; using it once is the database's to keep.
const authenticator = (key: string, session: Session) => {
  const storage: SessionStorage = {
    getSession: async () => session,
    commitSession: async () => "",
    destroySession: async () => "",
  }
  const strategy = new TOTPStrategy<string>(
    {
      secret: key,
      magicLinkPath: linkPath,
      totpGeneration: { period: linkLifetime },
      validateEmail: async () => true,
      sendTOTP: async ({ code }) => session.set("code", code),
    },
    async ({ email }) => email,
  )
  return new Authenticator<string>(storage).use(strategy, "mail")
}

const authenticate = async (key: string, session: Session, request: Request, context: { formData?: FormData } = {}) => {
  try {
    const places = { successRedirect: "/", failureRedirect: "/login" }
    await authenticator(key, session).authenticate("mail", request, { ...places, context })
  } catch (thrown) {
    // The strategy answers by throwing a redirect, whether it went well or not; the session tells.
    if (!(thrown instanceof Response)) throw thrown
  }
}

const address = `http://localhost${linkPath}`

/** A token for the address, and the same sealed for keeping until the mail is sent. */
export const makeLink = async (email: string): Promise<{ token: string; sealed: string }> => {
  const key = keysFor(purpose)[0] ?? ""
  const session = createSession()
  const form = new FormData()
  form.set("email", email)
  await authenticate(key, session, new Request(address, { method: "POST" }), { formData: form })
  const { code, "auth:totp": totp } = session.data
  const token = await seal(key, JSON.stringify(carried.parse({ email, code, totp })))
  return { token, sealed: await seal(key, token) }
}

/** The address a token was made for; undefined for any other text and after 15 minutes. */
export const addressOfLink = async (token: string): Promise<string | undefined> => {
  const opened = await unseal(token)
  if (!opened) return undefined
  const { email, code, totp } = carried.parse(JSON.parse(opened.text))
  const session: Session = createSession({ "auth:email": email, "auth:totp": totp })
  await authenticate(opened.key, session, new Request(`${address}?code=${encodeURIComponent(code)}`))
  return session.get("user") === email ? email : undefined
}

/** The token that `makeLink` sealed. */
export const unsealLink = async (sealed: string) => (await unseal(sealed))?.text

const bytes = (key: string) => Uint8Array.from(key.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const seal = (key: string, text: string) =>
  new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(bytes(key))

const unseal = async (sealed: string) => {
  for (const key of keysFor(purpose)) {
    try {
      const { plaintext } = await compactDecrypt(sealed, bytes(key), {
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      })
      return { key, text: new TextDecoder().decode(plaintext) }
    } catch {}
  }
  return undefined
}
