import clsx from "clsx"
import { useId, useLayoutEffect, useRef } from "react"
import { useTextEdit } from "~/ui/parts/in-place"
import { openLinkInField } from "~/ui/parts/links"
import { useTypedTexts } from "~/ui/plan/typed-texts"

type TextAreaProps = {
  label: string
  /** Shows the label to screen readers only. */
  quiet?: boolean
  stored: string
  save(text: string): Promise<boolean>
  refuses?: (text: string) => boolean
  className?: string
  placeholder?: string
  readOnly?: boolean
  /** Enter leaves the field instead of inserting a line break. */
  oneLine?: boolean
  maxLength?: number
}

/** A dialog's text field: saves a second after the last key, on blur, and when Escape closes the dialog. */
export const TextArea = ({
  label,
  quiet = false,
  stored,
  save,
  refuses,
  className,
  placeholder,
  readOnly = false,
  oneLine = false,
  maxLength,
}: TextAreaProps) => {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, change, flush } = useTextEdit({ stored, save, refuses })
  const typed = useTypedTexts()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    current.style.height = "auto"
    current.style.height = `${current.scrollHeight + 2}px`
  }, [text])
  return (
    <>
      <label className={quiet ? "visually-hidden" : "label"} htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={1}
        dir="auto"
        className={clsx(className)}
        value={text}
        placeholder={placeholder}
        readOnly={readOnly}
        maxLength={maxLength}
        onChange={({ target }) => {
          const text = oneLine ? target.value.replaceAll("\n", " ") : target.value
          typed.set(label, text)
          change(text)
        }}
        onClick={openLinkInField}
        onBlur={flush}
        onKeyDown={(event) => {
          if (oneLine && event.key === "Enter") {
            event.preventDefault()
            flush()
          }
        }}
      />
    </>
  )
}
