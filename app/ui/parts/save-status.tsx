import { Check, CircleAlert } from "lucide-react"
import { useEffect, useState } from "react"
import { Spinner } from "~/ui/parts/spinner"
import { common } from "~/ui/parts/texts"
import type { SaveState } from "~/ui/parts/use-autosave"

/** Silent for saves under 600 ms, then "Saved" for two seconds, or "Not saved" until a retry works. Keeps its height. */
export const SaveStatus = ({ state }: { state: SaveState }) => {
  const [shown, setShown] = useState<SaveState>("idle")
  useEffect(() => {
    if (state === "saving") {
      const slow = setTimeout(() => setShown("saving"), 600)
      return () => clearTimeout(slow)
    }
    setShown(state)
    if (state !== "saved") return
    const over = setTimeout(() => setShown("idle"), 2_000)
    return () => clearTimeout(over)
  }, [state])
  return (
    <span className={shown === "failed" ? "save-status failed" : "save-status"} role="status">
      {shown === "saving" && (
        <>
          <Spinner />
          {common.saving}
        </>
      )}
      {shown === "saved" && (
        <>
          <Check className="icon small" aria-hidden="true" />
          {common.saved}
        </>
      )}
      {shown === "failed" && (
        <>
          <CircleAlert className="icon small" aria-hidden="true" />
          {common.notSaved}
        </>
      )}
    </span>
  )
}
