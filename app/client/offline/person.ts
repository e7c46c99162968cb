import { readId } from "~/contract/deep-link"
import { personCookieAt } from "~/contract/shell"

const setCookie = (value: string, seconds: number) => {
  const secure = location.protocol === "https:" ? "; Secure" : ""
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, too late for a page that leaves, and absent over http
  document.cookie = `${personCookieAt(location.origin)}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
}

/** The id of the person whose data this browser may show before the server has said who is signed in. */
export const knownPerson = (): number | undefined => {
  if (typeof document === "undefined") return undefined
  const name = `${personCookieAt(location.origin)}=`
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(name))
  return readId(found?.slice(name.length))
}

export const rememberPerson = (id: number) => {
  if (knownPerson() !== id) setCookie(String(id), 30 * 86_400)
}

export const forgetKnownPerson = () => {
  setCookie("", 0)
}
