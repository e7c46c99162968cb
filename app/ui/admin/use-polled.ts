import { useEffect } from "react"
import { useLoaded } from "~/ui/parts/use-call"

const everyMs = 5_000

/** `useLoaded`, every 5 seconds. */
export const usePolled = <Answer>(load: () => Promise<Answer>) => {
  const loaded = useLoaded(load)
  const { reload } = loaded
  useEffect(() => {
    const timer = setInterval(() => void reload(), everyMs)
    return () => clearInterval(timer)
  }, [reload])
  return loaded
}
