import { useState } from "react"
import { isOffline, unexplained } from "~/client/api"
import { isRefusal } from "~/contract/problem"
import { problemText } from "~/contract/shared/language/problem-text"
import { common } from "~/ui/parts/texts"

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

/** The server's message for a person, or `otherwise` without one. */
export const messageOf = (thrown: unknown, otherwise: string): string => {
  if (isOffline(thrown)) return common.networkError
  const said = isRefusal(thrown) ? thrown.problem.message || thrown.problem.detail : ""
  return said && said !== unexplained ? problemText(said) : otherwise
}
