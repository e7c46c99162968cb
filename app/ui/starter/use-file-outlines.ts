import { useEffect, useRef, useState } from "react"
import { call } from "~/client/api"
import { aiCalls } from "~/contract/ai"
import type { ChangeSet } from "~/contract/change-set"
import { problemText } from "~/contract/shared/language/problem-text"
import { asOutline } from "~/rules/agent/as-outline"
import { say } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { starter } from "~/ui/starter/texts"

export type FileState = { busy: boolean; text: string; failed?: true }

/** Others are attached to the plan and not read. */
const isReadable = ({ name }: File) => /\.(?:txt|md|markdown|csv|docx|pdf)$/i.test(name)

const pollMs = 400

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

const outlineIn = async (planId: number, file: File, signal: AbortSignal): Promise<string> => {
  const { taskId } = await call(aiCalls.boardPlannerWithFiles, { planId, files: [file] }, { signal })
  try {
    for (;;) {
      const { status, result, error } = await call(aiCalls.status, { taskId }, { signal })
      if (status === "failed") throw new Error(error?.message)
      if (status === "succeeded") {
        const set = result as ChangeSet
        if (set.changes.length === 0) throw new Error(set.summary)
        return asOutline(set)
      }
      await wait(pollMs, signal)
    }
  } finally {
    if (signal.aborted) void call(aiCalls.stop, { taskId }).catch(() => {})
  }
}

/** Has the assistant read files; `onOutline` gets what each becomes. Removing a file stops its reading. */
export const useFileOutlines = (planId: number, onOutline: (outline: string) => void) => {
  const [states, setStates] = useState<ReadonlyMap<File, FileState>>(new Map())
  const running = useRef(new Map<File, AbortController>())
  const latest = useRef(onOutline)
  latest.current = onOutline
  useEffect(() => {
    const all = running.current
    return () => {
      for (const each of all.values()) each.abort()
    }
  }, [])

  const set = (file: File, state: FileState | undefined) =>
    setStates((before) => {
      const next = new Map(before)
      if (state) next.set(file, state)
      else next.delete(file)
      return next
    })

  const read = async (file: File) => {
    if (!isReadable(file)) return
    const stop = new AbortController()
    running.current.set(file, stop)
    set(file, { busy: true, text: starter.reading })
    try {
      const outline = await outlineIn(planId, file, stop.signal)
      latest.current(outline)
      set(file, undefined)
      say(`${file.name}: ${starter.read}`)
    } catch (thrown) {
      if (stop.signal.aborted) return
      const said = thrown instanceof Error && thrown.message !== "" ? problemText(thrown.message) : starter.notRead
      set(file, { busy: false, text: messageOf(thrown, said), failed: true })
    }
  }

  const forget = (file: File) => {
    running.current.get(file)?.abort()
    running.current.delete(file)
    set(file, undefined)
  }
  return { states, read, forget }
}
