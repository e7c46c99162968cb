// earlyFormats(locale): an inline script. The first number and the first date that a board formats take the browser some 40 ms each,
// which it spends here while the page's code is on its way.

/** Nothing of this module is in scope here. */
const load = (locale: string) => {
  if (location.pathname !== "/board") return
  const soon = window.requestIdleCallback ?? setTimeout
  soon(() => {
    new Intl.NumberFormat(locale).format(1)
    soon(() => new Intl.DateTimeFormat(locale, { day: "2-digit", month: "2-digit", timeZone: "UTC" }).format(0))
  })
}

export const earlyFormats = (locale: string) => `(${load})("${locale}");`
