import { lazy, Suspense, useEffect, useState } from "react"
import { onFirstToast } from "~/ui/parts/toast"

const Toaster = lazy(async () => ({ default: (await import("~/ui/parts/toaster")).Toaster }))

/** Stands once in the page, empty until there is something to say. */
export const ToastHost = () => {
  const [wanted, setWanted] = useState(false)
  useEffect(() => onFirstToast(() => setWanted(true)), [])
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null
}
