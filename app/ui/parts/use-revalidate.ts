import { useNavigation, useRevalidator } from "@remix-run/react"
import { useCallback, useEffect, useState } from "react"

/**
 * Returns a function that loads the page's data again. It waits for a load or navigation under way: interrupting one
 * while its answer is read leaves a rejection that Remix does not handle.
 */
export const useRevalidate = () => {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const idle = state === "idle" && navigation.state === "idle"
  const [wanted, setWanted] = useState(false)

  useEffect(() => {
    if (!wanted || !idle) return
    setWanted(false)
    revalidate()
  }, [wanted, idle, revalidate])

  return useCallback(() => setWanted(true), [])
}
