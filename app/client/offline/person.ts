import { readId } from "~/contract/deep-link"
import { personCookie } from "~/contract/shell"

const cookieOf = (value: string, seconds: number) =>
  `${personCookie}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`

/** The id of the person whose data this browser may show before the server has said who is signed in. */
export const knownPerson = (): number | undefined => {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${personCookie}=`))
  return readId(found?.slice(personCookie.length + 1))
}

export const rememberPerson = (id: number) => {
  if (knownPerson() !== id) document.cookie = cookieOf(String(id), 30 * 86_400)
}

export const forgetKnownPerson = () => {
  document.cookie = cookieOf("", 0)
}
