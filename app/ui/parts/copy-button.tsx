import { Check, Copy } from "lucide-react"
import { type RefObject, useState } from "react"
import { Button } from "~/ui/parts/button"
import { common } from "~/ui/parts/texts"

type CopyButtonProps = {
  /** A function where the text takes a while to make. */
  text: string | (() => string)
  label?: string
  /** Shows `text`; its selection is copied where the page has no clipboard API, as over http. */
  field?: RefObject<HTMLInputElement | HTMLTextAreaElement | null>
  size?: "small"
  button?: RefObject<HTMLButtonElement>
}

/** Copies a text, and says so until the text is another. */
export const CopyButton = ({ text, label = common.copy, field, size, button }: CopyButtonProps) => {
  const [last, setLast] = useState<Pick<CopyButtonProps, "text">>()
  const copied = last?.text === text
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : text())
    } catch {
      field?.current?.select()
      if (!document.execCommand("copy")) return
    }
    setLast({ text })
  }
  const Icon = copied ? Check : Copy
  return (
    <>
      <span className="visually-hidden" role="status">
        {copied && common.copied}
      </span>
      <Button ref={button} {...(size && { size })} onClick={copy}>
        <Icon className="icon small" aria-hidden="true" />
        {copied ? common.copied : label}
      </Button>
    </>
  )
}
