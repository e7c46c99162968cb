import { inForce } from "~/contract/shared/language/in-force"
import { bestOf, languages } from "~/contract/shared/language/language"
import { personCookieAt, personCookieValue, readPersonCookie } from "~/contract/shared/shell"

const setCookie = (value: string, seconds: number) => {
  const secure = location.protocol === "https:" ? "; Secure" : ""
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, too late for a page that leaves, and absent over http
  document.cookie = `${personCookieAt(location.origin)}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
}

/** The id of the person whose data this browser may show before the server has said who is signed in. */
export const knownPerson = (): number | undefined => readPersonCookie(storedValue())?.id

const storedValue = () => {
  if (typeof document === "undefined") return undefined
  const name = `${personCookieAt(location.origin)}=`
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(name))
  return found?.slice(name.length)
}

/** Whether the page's language differs from the person's choice, or from the browser's language without a choice. */
export const isShownInOther = (language: string | null) => {
  const shown = languages.find((each) => each === inForce().tag)
  return shown !== undefined && shown !== (language ?? bestOf(navigator.languages, location.hostname))
}

/**
 * Remembers whose data this browser may show, and their language. A page that was stored in another one is loaded again,
 * once: the service worker reads the language from the cookie.
 */
export const rememberPerson = ({ id, language }: { id: number; language: string | null }) => {
  const [value, before] = [personCookieValue(id, language), storedValue()]
  if (before === value) return
  setCookie(value, 30 * 86_400)
  if ((language ?? readPersonCookie(before)?.language) && isShownInOther(language)) location.reload()
}

export const forgetKnownPerson = () => {
  if (typeof document !== "undefined") setCookie("", 0)
}
