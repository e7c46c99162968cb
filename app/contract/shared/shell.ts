/**
 * Shells: documents of pages without anybody's data, which the service worker stores at install and answers with when
 * the server does not, or when the person's data is on the device anyway.
 */

/** The pages with a shell. Each has a `clientLoader` made of `localFirst`, and a loader that answers `shellData`. */
export const shellPaths: readonly string[] = ["/", "/board", "/goals", "/threads"]

/** A page stored like a shell. The service worker shows it in place of a page that is not stored while the server can't be reached. */
export const offlinePath = "/offline"

/** Asks for the shell of a page instead of the page. */
export const shellHeader = "x-laneway-shell"

/**
 * The person whose data this browser may show, and the language they have chosen, readable for the page and the service
 * worker. The page sets it once the server has said who is signed in; each beginning and end of a session deletes it.
 */
const personCookie = "laneway_person"

/** `12`, or `12.de` for a person who has chosen a language. */
export const personCookieValue = (id: number, language: string | null) => (language ? `${id}.${language}` : String(id))

export const readPersonCookie = (value: string | undefined): { id: number; language: string | null } | undefined => {
  const [, idText, language] = /^([1-9]\d{0,14})(?:\.([a-z]{2}))?$/.exec(value ?? "") ?? []
  return idText ? { id: Number(idText), language: language ?? null } : undefined
}

/** Under https with the prefix by which no other host of the domain can set the cookie. */
export const personCookieAt = (origin: string) =>
  origin.startsWith("https:") ? `__Host-${personCookie}` : personCookie

/** By which a page's route says where the answer to its form leads besides this product; removed before the page is sent. */
export const formToHeader = "x-laneway-form-to"
