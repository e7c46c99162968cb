import { ArrowUp, Square } from "lucide-react"
import { type KeyboardEvent, useLayoutEffect, useRef } from "react"
import { flushSync } from "react-dom"
import { useOpenPreview } from "~/ui/agent/confirm-banner"
import { PromptsButton } from "~/ui/agent/prompts-button"
import { agent } from "~/ui/agent/texts"
import { useConversation } from "~/ui/agent/use-conversation"
import { shortcutKey } from "~/ui/parts/shortcut-keys"
import { useObserved } from "~/ui/plan/board-context"
import "./agent-panel.css"

/** The field's greatest height, px. */
const most = 120

/**
 * The field for a request. Enter sends; Shift+Enter breaks the line; Arrow Up brings sent messages back. While it is empty,
 * a number answers a question.
 */
export const Composer = () => {
  const conversation = useConversation()
  const { running } = useObserved(conversation.state)
  const text = useObserved(conversation.draft)
  const awaiting = useOpenPreview() !== undefined
  const field = useRef<HTMLTextAreaElement>(null)
  const cannot = text.trim() === "" || running !== null
  const twoLines = awaiting && text === ""
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text and the class decide the height
  useLayoutEffect(() => {
    const { current } = field
    if (!current) return
    current.style.height = "auto"
    current.style.height = `${Math.min(most, current.scrollHeight)}px`
  }, [text, twoLines])

  // Text typed earlier is continued.
  useLayoutEffect(() => {
    const { current } = field
    current?.setSelectionRange(current.value.length, current.value.length)
  }, [])

  const write = (next: string) => conversation.write(next)
  // The drawn text may be older than the typed one: before its effects have run, the field follows no changes.
  const send = () => {
    if (conversation.sendDraft()) field.current?.focus()
  }
  const walk = (by: 1 | -1): boolean => {
    // Drawn at once: a caret that moved later would tear what is typed next.
    const walked = flushSync(() => conversation.walk(by))
    if (walked) field.current?.setSelectionRange(0, 0)
    return walked
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, currentTarget } = event
    if (ctrlKey || metaKey || altKey) return
    const digit = shortcutKey(event)
    const atStart = currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0
    const choices = conversation.state.get().messages.at(-1)?.choices
    if (key === "Enter" && !shiftKey) send()
    else if (currentTarget.value === "" && choices?.[Number(digit) - 1]) conversation.send(digit)
    else if (key === "ArrowUp" && !shiftKey && atStart && walk(1)) return event.preventDefault()
    else if (key === "ArrowDown" && !shiftKey && atStart && walk(-1)) return event.preventDefault()
    else return
    event.preventDefault()
  }
  return (
    <div className="agent-composer rigid">
      <PromptsButton field={field} />
      <textarea
        ref={field}
        data-first-field=""
        rows={1}
        className={twoLines ? "bare two-lines" : "bare"}
        dir="auto"
        aria-label={agent.field}
        placeholder={awaiting ? agent.placeholderAwaiting : agent.placeholder}
        value={text}
        onChange={({ target }) => {
          write(target.value)
        }}
        onKeyDown={onKeyDown}
      />
      {running?.what === "asking" ? (
        <button
          type="button"
          className="agent-send centered rigid"
          aria-label={agent.stop}
          data-tip={agent.stop}
          onClick={conversation.stop}
        >
          <Square className="icon small" aria-hidden="true" />
        </button>
      ) : (
        <button
          type="button"
          className="agent-send centered rigid"
          aria-label={agent.send}
          data-tip={agent.send}
          disabled={cannot}
          onClick={send}
        >
          <ArrowUp className="icon" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
