// Sign-in by a mail, through remix-auth-totp: makeLink, addressOfLink, unsealLink; hashCode, isCode for the code beside the link.
import { createSession, type Session } from "@remix-run/node"
import { TOTPStrategy } from "remix-auth-totp"
import * as z from "zod/mini"
import { seal, unseal } from "./sealing.server"
import { keyed, keyedByEach, keysFor, randomDigits, sha256 } from "./signing.server"
import { runStrategy } from "./strategy.server"

/** In seconds. */
export const linkLifetime = 15 * 60

const linkPath = "/api/Account/MagicLink"
const purpose = "sign-in link"

const carried = z.object({
  email: z.string(),
  code: z.string(),
  totp: z.object({ jwe: z.string(), attempts: z.number() }),
})

// The strategy stores the address and the encrypted secret of its code in a session. The link carries that session
// beside the code, so that it works in any browser; the database ensures that it works only once.
const authenticate = (key: string, session: Session, request: Request, formData?: FormData) => {
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
  // It redirects whether it accepts or refuses; the session holds the result.
  const options = { successRedirect: "/", failureRedirect: "/login", context: { formData } }
  return runStrategy(strategy, request, session, options)
}

const address = `http://localhost${linkPath}`

/** A token for the address and a code of six digits, and both sealed, to store until the mail is sent. */
export const makeLink = async (email: string): Promise<{ token: string; code: string; sealed: string }> => {
  const key = keysFor(purpose)[0] ?? ""
  const session = createSession()
  const form = new FormData()
  form.set("email", email)
  await authenticate(key, session, new Request(address, { method: "POST" }), form)
  const { code: linkCode, "auth:totp": totp } = session.data
  const token = await seal(purpose, JSON.stringify(carried.parse({ email, code: linkCode, totp })))
  const code = randomDigits(6)
  return { token, code, sealed: await seal(purpose, `${token} ${code}`) }
}

/** The address a token was made for; undefined for any other text and after 15 minutes. */
export const addressOfLink = async (token: string): Promise<string | undefined> => {
  const opened = await unseal(purpose, token)
  if (!opened) return undefined
  const { email, code, totp } = carried.parse(JSON.parse(opened.text))
  const session: Session = createSession({ "auth:email": email, "auth:totp": totp })
  await authenticate(opened.key, session, new Request(`${address}?code=${encodeURIComponent(code)}`))
  return session.get("user") === email ? email : undefined
}

/** The token and the code that `makeLink` sealed. */
export const unsealLink = async (sealed: string): Promise<{ token: string; code: string } | undefined> => {
  const [token, code = ""] = (await unseal(purpose, sealed))?.text.split(" ") ?? []
  return token ? { token, code } : undefined
}

const ofCode = (token: Uint8Array, code: string) => `sign-in code ${Buffer.from(token).toString("hex")} ${code}`

/** What is stored of a code: with six digits, a hash alone would hide nothing. `token`: the hash of the link's. */
export const hashCode = (token: Uint8Array, code: string) => keyed(ofCode(token, code))

export const isCode = (token: Uint8Array, code: string, hash: string) =>
  keyedByEach(ofCode(token, code)).some((each) => sha256(each).equals(sha256(hash)))
