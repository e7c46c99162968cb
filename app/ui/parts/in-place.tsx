import clsx from "clsx"
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef } from "react"
import { leaveByEnter, leaveByEscape } from "~/ui/parts/left-by-enter"
import { openLinkInField } from "~/ui/parts/opened-link"
import { useTextEdit } from "~/ui/parts/use-text-edit"

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
    if (event.key !== "Escape" && (event.key !== "Enter" || event.shiftKey)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === "Enter") leaveByEnter(event)
    else leaveByEscape()
    flush()
    onDone(true)
  }
  return (
    <textarea
      ref={field}
      className={clsx("in-place bare", className)}
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
      className={clsx("in-place bare", className)}
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
        if (event.key !== "Escape" && (event.key !== "Enter" || event.shiftKey)) return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === "Enter") leaveByEnter(event)
        else leaveByEscape()
        finish(event.key === "Enter" ? "enter" : "escape")
      }}
    />
  )
}
