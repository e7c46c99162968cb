import { useEffect, useState } from "react"

const everyMs = 5_000

/** What `load` last answered, asked every 5 seconds; undefined before the first answer. `load` must have a stable identity. */
export const usePolled = <Answer>(load: () => Promise<Answer>): Answer | "failed" | undefined => {
  const [answer, setAnswer] = useState<Answer | "failed">()
  useEffect(() => {
    let open = true
    const ask = () =>
      load().then(
        (found) => open && setAnswer(found),
        () => open && setAnswer("failed"),
      )
    void ask()
    const timer = setInterval(ask, everyMs)
    return () => {
      open = false
      clearInterval(timer)
    }
  }, [load])
  return answer
}
