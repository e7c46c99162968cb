/** The path to go to after signing in: within this site, else "/". Never the login page itself. */
export const safeReturnUrl = (value: string | null | undefined): string => {
  if (!value?.startsWith("/") || /^\/[/\\]/.test(value) || hasControl(value)) return "/"
  return /^\/login(?=[/?#]|$)/.test(value) ? "/" : value
}

// A browser drops tabs and line breaks inside an address, so "/\t/evil" would read as "//evil".
const hasControl = (value: string) => [...value].some((character) => character < " ")

/** Where a page sends somebody who is not signed in, so that they come back to it. `address` is the page's own. */
export const signInPath = (address: string): string => {
  const { pathname, search } = new URL(address)
  const returnUrl = safeReturnUrl(`${pathname}${search}`)
  return returnUrl === "/" ? "/login" : `/login?returnUrl=${encodeURIComponent(returnUrl)}`
}
