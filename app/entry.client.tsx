import { RemixBrowser } from "@remix-run/react"
import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { guardHistory } from "~/client/history-guard"
import { ignoreInterruptedLoads } from "~/client/interrupted-loads"

ignoreInterruptedLoads()
guardHistory()
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
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  )
})
