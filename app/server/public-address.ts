// publicAddress(): where a page opened at another loopback name than PUBLIC_URL's is, so that both are one origin.
import { isLoopback } from "~/contract/loopback"

/**
 * The same page at PUBLIC_URL, when PUBLIC_URL and the host asked for are different names of this machine. Cookies, the
 * browser's database and the check of origins belong to one name.
 */
export const publicAddress = (request: Pick<Request, "method" | "url">, host: string, publicUrl: string) => {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined
  const wanted = new URL(publicUrl)
  const asked = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  if (!asked || asked.hostname === wanted.hostname) return undefined
  if (!isLoopback(asked.hostname) || !isLoopback(wanted.hostname)) return undefined
  const { pathname, search } = new URL(request.url)
  return `${wanted.origin}${pathname}${search}`
}
