import { RemixBrowser } from "@remix-run/react"
import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { guardHistory } from "~/client/history-guard"
import { setLanguage } from "~/contract/shared/language/in-force"
import { loadLanguage } from "~/languages/load"
import { keepComposingKeys } from "~/ui/parts/shortcut-keys"

/**
 * A navigation aborts a load that is under way, such as a revalidation. Remix leaves that fetch as a rejection which
 * is not handled, although nothing has failed.
 */
const ignoreInterruptedLoads = () => {
  addEventListener("unhandledrejection", (event) => {
    if (event.reason instanceof DOMException && event.reason.name === "AbortError") event.preventDefault()
  })
}

const isField = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && (element.matches("input, textarea, select") || element.isContentEditable)

/** The field, or in an editor, which may be taller than the window, the line with the caret. */
const placeOf = (field: HTMLElement): Element => {
  const caret = field.isContentEditable ? getSelection()?.focusNode : undefined
  return (caret instanceof Element ? caret : caret?.parentElement) ?? field
}

/** Scrolls the focused field into sight when a phone's keyboard has made the window smaller. */
const keepFieldInSight = () => {
  let height = window.innerHeight
  addEventListener("resize", () => {
    const before = height
    height = window.innerHeight
    const { activeElement } = document
    if (height < before && matchMedia("(pointer: coarse)").matches && isField(activeElement))
      requestAnimationFrame(() => placeOf(activeElement).scrollIntoView({ block: "nearest" }))
  })
}

ignoreInterruptedLoads()
guardHistory()
keepFieldInSight()
keepComposingKeys()
import("~/client/translated-page").then(({ followTranslation }) => followTranslation()).catch(() => {})
// The browser may say so long before the page has loaded.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault()
  import("~/ui/parts/installed").then(({ offerToInstall }) => offerToInstall(event)).catch(() => {})
})
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  const later = () =>
    setTimeout(() => import("~/ui/parts/installed").then(({ install }) => install()).catch(() => {}), 3_000)
  if (document.readyState === "complete") later()
  else addEventListener("load", later)
}
const hydrate = (page = <RemixBrowser />) =>
  startTransition(() => {
    hydrateRoot(document, <StrictMode>{page}</StrictMode>)
  })

/** The page hydrates in the language in which the server has rendered it. */
const hydrateIn = async (tag: string) => {
  const [tongue, { AriaLanguage }] = await Promise.all([loadLanguage(tag), import("~/ui/parts/aria-language")])
  if (tongue) setLanguage(tongue)
  hydrate(
    <AriaLanguage tag={tag}>
      <RemixBrowser />
    </AriaLanguage>,
  )
}

const { lang } = document.documentElement
if (lang === "en") hydrate()
// Without its texts the page is usable in English.
else hydrateIn(lang).catch(() => hydrate())
