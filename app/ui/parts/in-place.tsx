import clsx from "clsx"
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react"
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
  /** `byKey`: left by Enter or Escape, so the focus returns to the card. */
  onDone(byKey: boolean): void
}

/** Edits a card's text. Enter and blur save, Escape restores, Shift+Enter breaks the line. */
export const InPlace = ({ label, stored, save, className, onDone }: InPlaceProps) => {
  const { text, change, flush, restore } = useTextEdit({ stored, save, refuses: (text) => text.trim() === "" })
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
    if (event.nativeEvent.isComposing) return
    if (event.key === "Escape") {
      event.preventDefault()
      event.stopPropagation()
      restore()
      onDone(true)
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault()
      flush()
      onDone(true)
    }
  }
  return (
    <textarea
      ref={field}
      className={clsx("in-place", className)}
      aria-label={label}
      dir="auto"
      rows={1}
      value={text}
      onChange={(event) => change(event.target.value)}
      onClick={openLinkInField}
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
  /** `byKey`: left by Escape, or by Enter in an empty field. */
  onDone(how: "kept" | "dropped", byKey: boolean): void
}

/** The field of a new card: Enter and blur save it; Escape, or an empty text, drops it. */
export const AddField = ({ label, className, keep, onType, onDone }: AddFieldProps) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const done = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.scrollIntoView({ block: "nearest" })
  }, [])
  const finish = (how: "keep" | "drop", byKey: boolean) => {
    if (done.current || !field.current) return
    const text = field.current.value.trim()
    const kept = how === "keep" && text !== ""
    if (kept) {
      keep(text)
      field.current.value = ""
      grow(field.current)
    }
    // Dropping unmounts the focused field, and its blur would save it.
    if (!kept || !byKey) done.current = true
    onDone(kept ? "kept" : "dropped", byKey)
  }
  return (
    <textarea
      ref={field}
      className={clsx("in-place", className)}
      aria-label={label}
      placeholder={label}
      dir="auto"
      rows={1}
      onInput={({ currentTarget }) => {
        onType?.(currentTarget.value)
        grow(currentTarget)
      }}
      onClick={openLinkInField}
      onBlur={() => finish("keep", false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === "Escape") {
          event.preventDefault()
          event.stopPropagation()
          finish("drop", true)
        }
        if (event.key === "Enter" && !event.shiftKey) {
          event.preventDefault()
          finish("keep", true)
        }
      }}
    />
  )
}
