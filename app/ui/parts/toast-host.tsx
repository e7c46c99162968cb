import { type ComponentType, useEffect, useState } from "react"
import { onFirstToast } from "~/ui/parts/toast"

/** Stands once in the page, empty until there is something to say. Where its code cannot be loaded, nothing is said. */
export const ToastHost = () => {
  const [Toaster, setToaster] = useState<ComponentType>()
  useEffect(
    () =>
      onFirstToast(() => {
        import("~/ui/parts/toaster").then(
          (module) => setToaster(() => module.Toaster),
          () => {},
        )
      }),
    [],
  )
  return Toaster ? <Toaster /> : null
}
