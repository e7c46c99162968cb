/** The path to open after sign-in: within this site, otherwise "/". Never the login page. */
export const safeReturnUrl = (value: string | null | undefined): string => {
  if (!value?.startsWith("/") || /^\/[/\\]/.test(value) || hasControl(value)) return "/"
  return /^\/login(?=[/?#]|$)/.test(value) ? "/" : value
}

// Browsers drop tabs and line breaks inside an address, so "/\t/evil" would become "//evil".
const hasControl = (value: string) => [...value].some((character) => character < " ")

/** The sign-in page's address, with a return to `address`. */
export const signInPath = (address: string): string => withReturn("/login", address)

/** The payment page's address, with a return to `address`, a URL or a path. */
export const paymentPath = (address: string): string => withReturn("/payment/", address)

const withReturn = (page: string, address: string) => {
  const { pathname, search } = new URL(address, "http://localhost")
  const returnUrl = safeReturnUrl(`${pathname}${search}`)
  return returnUrl === "/" ? page : `${page}?returnUrl=${encodeURIComponent(returnUrl)}`
}
