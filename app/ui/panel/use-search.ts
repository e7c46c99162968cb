import { useEffect, useMemo, useState } from "react"
import { call } from "~/client/api"
import { searchCalls } from "~/contract/search"
import { folded } from "~/rules/folded"
import { cardsIn, localResults, merged, type Result, serverResults } from "~/ui/panel/find-results"
import { useBoard } from "~/ui/plan/board-context"

const pauseMs = 300
const limit = 50

export type Search = {
  /** The text that the results match; 300 ms behind while typing. */
  words: string
  results: readonly Result[]
  state: "searching" | "done" | "failed"
  /** The server ended the search early: more may match. */
  incomplete: boolean
  /** Asks the server again after a failure. */
  again(): void
}

/** Search results: the board's cards at once, the others when the server answers, which also undims their cards. */
export const useSearch = (text: string): Search => {
  const { session, view } = useBoard()
  const { store, planId } = session
  const [words, setWords] = useState("")
  const [answer, setAnswer] = useState<{ words: string; found: Result[] | "failed"; incomplete?: boolean }>()
  const [attempt, setAttempt] = useState(0)
  const wanted = text.trim()

  useEffect(() => {
    const pause = setTimeout(() => setWords(wanted), wanted === "" ? 0 : pauseMs)
    return () => clearTimeout(pause)
  }, [wanted])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (words === "") return
    setAnswer(undefined)
    const stop = new AbortController()
    call(searchCalls.search, { planId, q: words, limit }, { signal: stop.signal }).then(
      (hits) => {
        const found = serverResults(store, hits)
        setAnswer({ words, found, incomplete: hits.incomplete === true })
        view.set({ searchHits: { words: folded(words), cards: cardsIn(found) } })
      },
      () => {
        if (!stop.signal.aborted) setAnswer({ words, found: "failed" })
      },
    )
    return () => stop.abort()
  }, [words, planId, store, view, attempt])

  const local = useMemo(() => (words === "" ? [] : localResults(store, words)), [store, words])
  const answered = answer?.words === words ? answer.found : undefined
  const results = useMemo(
    () => merged(local, answered === undefined || answered === "failed" ? [] : answered),
    [local, answered],
  )
  return {
    words,
    results,
    state: answered === undefined ? "searching" : answered === "failed" ? "failed" : "done",
    incomplete: answered !== undefined && answer?.incomplete === true,
    again: () => setAttempt((now) => now + 1),
  }
}
