import { readId } from "~/contract/deep-link"
import { personCookieAt } from "~/contract/shell"

const cookieOf = (value: string, seconds: number) =>
  `${personCookieAt(location.origin)}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`

/** The id of the person whose data this browser may show before the server has said who is signed in. */
export const knownPerson = (): number | undefined => {
  const name = `${personCookieAt(location.origin)}=`
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(name))
  return readId(found?.slice(name.length))
}

export const rememberPerson = (id: number) => {
  if (knownPerson() !== id) document.cookie = cookieOf(String(id), 30 * 86_400)
}

export const forgetKnownPerson = () => {
  document.cookie = cookieOf("", 0)
}
