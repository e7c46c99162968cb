// The session's cookie: readSession(request), sessionCookie(value), endedCookie(), and cookiesOf(request) for others.
import { personCookieAt } from "~/contract/shared/shell"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import { cookieOf, languageInSession, type Session, sessionOf } from "~/domain/sign-in/session.server"

const name = "laneway_session"
const days = 24 * 60 * 60

/** The session, and the header to set when its cookie is due for renewal. */
export type SignedIn = Omit<Session, "renewed"> & { renewal: string | null }

/** `ip`: where the session is used; null: that is not known here. */
export const readSession = async (request: Request, ip: string | null = null): Promise<SignedIn | null> => {
  const found = await sessionOf(cookiesOf(request, name), ip)
  if (!found) return null
  const { renewed, ...session } = found
  return { ...session, renewal: renewed ? sessionCookie(cookieOf(session.sessionId)) : null }
}

/** The language that the person signed in has chosen. Unlike `readSession`, it records no visit and renews nothing. */
export const chosenLanguage = (request: Request) => languageInSession(cookiesOf(request, name))

/** True also when the session has ended. */
export const carriesSession = (request: Request) => cookiesOf(request, name).length > 0

export const sessionCookie = (value: string) => cookie(name, value, 30 * days)

export const endedCookie = () => cookie(name, "", 0)

/** Set wherever a session begins or ends: until a page says who is signed in, the browser shows nothing it has stored. */
export const unknownPersonCookie = () =>
  `${personCookieAt(accountOptions().publicUrl)}=; Path=/; Max-Age=0; SameSite=Lax${secure() ? "; Secure" : ""}`

/** A `Set-Cookie` header, unreadable for scripts. `maxAge` in seconds. */
export const cookie = (key: string, value: string, maxAge: number) =>
  `${nameOf(key)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure() ? "; Secure" : ""}`

const secure = () => accountOptions().publicUrl.startsWith("https:")

/** With this prefix, which browsers take with Path=/ only, no other host of the domain can set the cookie. */
const nameOf = (key: string) => (secure() ? `__Host-${key}` : key)

/** Every value sent under the name: without the prefix, another path or domain may have added one of its own. */
export const cookiesOf = (request: Request, key: string): string[] =>
  (request.headers.get("cookie") ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${nameOf(key)}=`))
    .map((pair) => pair.slice(nameOf(key).length + 1))
    .slice(0, 4)
