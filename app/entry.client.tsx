import { RemixBrowser } from "@remix-run/react"
import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { guardHistory } from "~/client/history-guard"
import { ignoreInterruptedLoads } from "~/client/interrupted-loads"

ignoreInterruptedLoads()
guardHistory()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  )
})
