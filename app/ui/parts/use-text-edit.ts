import { useCallback, useEffect, useRef, useState } from "react"

type TextEdit = {
  /** What the board holds now; a change from elsewhere shows while nothing is typed. */
  stored: string
  /** Sends the text; resolves false when it was refused, which brings the stored text back. */
  save(text: string): Promise<boolean>
  /** Texts that are not to be kept. */
  refuses?: (text: string) => boolean
}

const wait = 1_000

/** Saves a second after the last key, at once on `flush`, and when the field goes. `restore` brings back what was there at first. */
export const useTextEdit = ({ stored, save, refuses }: TextEdit) => {
  const [typed, setTyped] = useState<string>()
  const first = useRef(stored)
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

  // Between two saves the text is the field's own: an answer must not take the caret along.
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

  const restore = useCallback(() => {
    clearTimeout(timer.current)
    type(undefined)
    const { stored, save } = latest.current
    if (stored !== first.current) void save(first.current)
  }, [type])

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

  return { text: typed ?? stored, change, flush, restore }
}
