import clsx from "clsx"
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { leaveByEnter, leaveByEscape } from "~/ui/parts/left-by-enter"
import { openLinkInField } from "~/ui/parts/links"

/** Without `field-sizing`, a field is measured at each key to grow with its text. */
const grow = (field: HTMLTextAreaElement) => {
  if (CSS.supports("field-sizing", "content")) return
  field.style.height = "auto"
  field.style.height = `${field.scrollHeight}px`
}

type InPlaceProps = {
  label: string
  stored: string
  save(text: string): Promise<boolean>
  className?: string
  onPress?(event: MouseEvent): void
  /** `byKey`: left by Enter or Escape, so the focus returns to the card. */
  onDone(byKey: boolean): void
}

/** Edits a card's text. Enter, Escape and blur save, Shift+Enter breaks the line. */
export const InPlace = ({ label, stored, save, className, onPress, onDone }: InPlaceProps) => {
  const { text, change, flush } = useTextEdit({ stored, save, refuses: (text) => text.trim() === "" })
  const field = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useLayoutEffect(() => {
    if (field.current) grow(field.current)
  }, [text])
  useEffect(() => {
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (!leftBy(event)) return
    flush()
    onDone(true)
  }
  return (
    <textarea
      ref={field}
      className={clsx("in-place full anchor bare", className)}
      aria-label={label}
      dir="auto"
      rows={1}
      value={text}
      onChange={(event) => change(event.target.value)}
      onClick={(event) => {
        openLinkInField(event)
        onPress?.(event)
      }}
      onBlur={() => {
        flush()
        onDone(false)
      }}
      onKeyDown={onKeyDown}
    />
  )
}

/** The key that leaves a field, if it is one; nothing else hears of it then. Shift+Enter breaks the line. */
const leftBy = (event: KeyboardEvent) => {
  const by = event.key === "Escape" ? "escape" : event.key === "Enter" && !event.shiftKey ? "enter" : undefined
  if (!by) return undefined
  event.preventDefault()
  event.stopPropagation()
  if (by === "enter") leaveByEnter(event)
  else leaveByEscape()
  return by
}

type AddFieldProps = {
  label: string
  className?: string
  keep(text: string): void
  onType?(text: string): void
  /** Called when the field is left: by Enter only while it is empty. */
  onDone(by: "enter" | "escape" | "blur"): void
}

/** The field of new cards: Enter, Escape and blur save a typed text. It stays open after Enter, for the next card. */
export const AddField = ({ label, className, keep, onType, onDone }: AddFieldProps) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const done = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.scrollIntoView({ block: "nearest" })
  }, [])
  const finish = (by: "enter" | "escape" | "blur") => {
    const { current } = field
    if (done.current || !current) return
    const text = current.value.trim()
    if (text !== "") {
      current.value = ""
      grow(current)
      keep(text)
      if (by === "enter") return requestAnimationFrame(() => current.scrollIntoView({ block: "nearest" }))
    }
    // Leaving by key unmounts the focused field, which blurs it.
    done.current = true
    onDone(by)
  }
  return (
    <textarea
      ref={field}
      className={clsx("in-place full anchor bare", className)}
      aria-label={label}
      placeholder={label}
      dir="auto"
      rows={1}
      onInput={({ currentTarget }) => {
        onType?.(currentTarget.value)
        grow(currentTarget)
      }}
      onClick={openLinkInField}
      onBlur={() => finish("blur")}
      onKeyDown={(event) => {
        const by = leftBy(event)
        if (by) finish(by)
      }}
    />
  )
}

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
