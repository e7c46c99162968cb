import { useCallback, useEffect, useRef, useState } from "react"

type TextEdit = {
  /** The stored text; a change from elsewhere shows while nothing is typed. */
  stored: string
  /** Sends the text; resolves to false when it was refused, which restores the stored text. */
  save(text: string): Promise<boolean>
  /** Rejects texts that must not be saved. */
  refuses?: (text: string) => boolean
}

const wait = 1_000

/** Saves a second after the last key, at once on `flush`, and on unmount. */
export const useTextEdit = ({ stored, save, refuses }: TextEdit) => {
  const [typed, setTyped] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ stored, save, refuses, typed })
  latest.current = { stored, save, refuses, typed }

  const type = useCallback((text: string | undefined) => {
    latest.current.typed = text
    setTyped(text)
  }, [])

  const send = useCallback(() => {
    clearTimeout(timer.current)
    const { stored, save, refuses, typed } = latest.current
    if (typed === undefined || typed === stored || refuses?.(typed)) return
    void save(typed).then((taken) => {
      if (!taken && latest.current.typed === typed) type(undefined)
    })
  }, [type])

  // Between saves the field owns its text: an answer must not move the caret.
  const change = useCallback(
    (text: string) => {
      clearTimeout(timer.current)
      type(text)
      timer.current = setTimeout(send, wait)
    },
    [send, type],
  )

  const flush = useCallback(() => {
    send()
    type(undefined)
  }, [send, type])

  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === "hidden") send()
    }
    document.addEventListener("visibilitychange", onHide)
    return () => {
      document.removeEventListener("visibilitychange", onHide)
      send()
    }
  }, [send])

  return { text: typed ?? stored, change, flush }
}
