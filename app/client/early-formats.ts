// earlyFormats(locale): an inline script. The first number and the first date that a page formats take the browser some 40 ms,
// which it spends here while the page's code is on its way.

/** Nothing of this module is in scope here. */
const load = (locale: string) => {
  const soon = window.requestIdleCallback ?? setTimeout
  soon(() => {
    new Intl.NumberFormat(locale).format(1)
    soon(() => new Intl.DateTimeFormat(locale, { day: "2-digit", month: "2-digit", timeZone: "UTC" }).format(0))
  })
}

export const earlyFormats = (locale: string) => `(${load})("${locale}");`
