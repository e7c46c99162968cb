import { Check, CircleAlert } from "lucide-react"
import { useCallback, useEffect, useRef, useState } from "react"
import { Spinner } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"

export type SaveState = "idle" | "saving" | "saved" | "failed"

/**
 * Saves the latest value `wait` ms after the last change, one save at a time, at once on `flush` and on unmount.
 * `change(undefined)` drops the pending value. After a failure the value stays pending and `flush` retries.
 */
export const useAutosave = <Value,>(wait: number, save: (value: Value) => Promise<void>) => {
  const [state, setState] = useState<SaveState>("idle")
  const latestSave = useRef(save)
  latestSave.current = save
  const pending = useRef<{ value: Value }>(undefined)
  const running = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const flush = useCallback(async () => {
    clearTimeout(timer.current)
    if (running.current) return
    running.current = true
    while (pending.current) {
      const sent = pending.current
      setState("saving")
      try {
        await latestSave.current(sent.value)
        if (pending.current === sent) pending.current = undefined
        setState("saved")
      } catch {
        setState("failed")
        break
      }
    }
    running.current = false
  }, [])

  const change = useCallback(
    (value: Value | undefined) => {
      clearTimeout(timer.current)
      pending.current = value === undefined ? undefined : { value }
      if (value !== undefined) timer.current = setTimeout(flush, wait)
    },
    [flush, wait],
  )

  useEffect(
    () => () => {
      void flush()
    },
    [flush],
  )

  return { state, change, flush }
}

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
    <span
      className={shown === "failed" ? "save-status row rigid fine failed" : "save-status row rigid fine"}
      role="status"
    >
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
