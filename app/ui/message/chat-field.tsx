import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react"
import type { Chat } from "~/client/chat/chat"
import { limits } from "~/contract/shared/bounds"
import { message } from "~/ui/message/texts"
import { Button } from "~/ui/parts/button"
import { FieldError } from "~/ui/parts/field"

/** Height of the field, px. */
const most = 120

const isTooLong = (text: string) => text.length > limits.comment && [...text].length > limits.comment

/** The field for a message. Enter sends; Shift+Enter breaks the line. */
export const ChatField = ({ chat }: { chat: Chat }) => {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(chat.draft)
  const tooLong = isTooLong(text)
  const cannot = text.trim() === "" || tooLong
  useEffect(() => field.current?.focus(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    current.style.height = "auto"
    current.style.height = `${Math.min(most, current.scrollHeight + 2)}px`
  }, [text])

  const write = (next: string) => {
    setText(next)
    chat.write(next)
  }
  const send = () => {
    if (cannot) return
    chat.send(text)
    write("")
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey) return
    event.preventDefault()
    send()
  }
  return (
    <div className="chat-compose">
      {tooLong && <FieldError id={id}>{message.tooLong(limits.comment)}</FieldError>}
      <div className="row">
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          className="input"
          aria-label={message.write}
          aria-invalid={tooLong || undefined}
          aria-describedby={tooLong ? id : undefined}
          value={text}
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button className="rigid" variant="primary" disabled={cannot} onClick={send}>
          {message.send}
        </Button>
      </div>
    </div>
  )
}
