// The page of a public link: visitBy(request, token), enterLink(token, password, ip).
import { isRefusal } from "~/contract/problem"
import { linkOfToken, linkOfVisitKey, opensLink, visitKey } from "~/domain/public-link.server"
import { cookie, cookiesOf } from "./session-cookie.server"

type Visit = { state: "ended" | "locked" } | { state: "open"; linkId: number; visitKey: string }

/** Says that the visitor knew the password. Links have cookies of their own. */
const nameOf = (linkId: number) => `laneway_link_${linkId}`
const cookieSeconds = 30 * 24 * 60 * 60

export const visitBy = async (request: Request, token: string): Promise<Visit> => {
  const link = await linkOfToken(token)
  if (!link) return { state: "ended" }
  const unlocked =
    link.passwordHash === null || cookiesOf(request, nameOf(link.id)).some((key) => linkOfVisitKey(key) === link.id)
  return unlocked ? { state: "open", linkId: link.id, visitKey: visitKey(link) } : { state: "locked" }
}

export const enterLink = async (
  token: string,
  password: string,
  ip: string,
): Promise<{ cookie: string } | { error: string; status: number }> => {
  const link = await linkOfToken(token)
  if (!link) return { error: "", status: 404 }
  try {
    if (await opensLink(link, password, ip)) return { cookie: cookie(nameOf(link.id), visitKey(link), cookieSeconds) }
    return { error: "That is not the password.", status: 403 }
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    return { error: thrown.problem.message, status: thrown.problem.status }
  }
}
