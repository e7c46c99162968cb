import { useState } from "react"
import { messageOf } from "~/ui/parts/message-of"

/**
 * An action that may fail. `pending` while it runs; `error` is why the last one failed, `otherwise` when the server gives no reason.
 * `onFailed` gets that too, for a message elsewhere. `attempt` resolves to whether it succeeded.
 */
export const useAttempt = (otherwise: string, onFailed?: (error: string) => unknown) => {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setPending(true)
    setError(undefined)
    try {
      await work()
      return true
    } catch (thrown) {
      const text = messageOf(thrown, otherwise)
      setError(text)
      await onFailed?.(text)
      return false
    } finally {
      setPending(false)
    }
  }
  return { attempt, pending, error, setError }
}
