import "./repeat-picker.css"
import { ChevronRight } from "lucide-react"
import { type ReactNode, type RefObject, useState } from "react"
import { ListBox, ListBoxItem } from "react-aria-components"
import { dayOf } from "~/rules/dates"
import { suggestionsFor } from "~/rules/repeat/suggestions"
import { repeatWords } from "~/rules/repeat/words"
import { CheckMark } from "~/ui/parts/check-mark"
import { RepeatCustom } from "~/ui/parts/day/repeat-custom"
import { RepeatHead, type RepeatPagesProps } from "~/ui/parts/day/repeat-head"
import { repeatPicker as texts } from "~/ui/parts/day/repeat-texts"
import { capitalized } from "~/ui/parts/day/repeat-words"
import { Popup } from "~/ui/parts/popup"

const none = "none"
const custom = "custom"
const current = "current"

/** The repetitions that a due date suggests, and a page for others. */
export const RepeatPages = (props: RepeatPagesProps) => {
  const { dueDate, repetition, onPick, onBack, onClose } = props
  const { recurrence, recurrenceFrom } = repetition
  const [isCustom, setCustom] = useState(false)
  if (isCustom) return <RepeatCustom {...props} onBack={() => setCustom(false)} />
  const suggested = suggestionsFor(dayOf(dueDate))
  const isOwn = recurrence !== null && (recurrenceFrom === "done" || !suggested.includes(recurrence))
  const chosen = recurrence === null ? none : isOwn ? current : recurrence
  const choose = (key: string) => {
    if (key === custom) return setCustom(true)
    onClose()
    if (key === current || key === chosen) return
    onPick(key === none ? { recurrence: null, recurrenceFrom } : { recurrence: key, recurrenceFrom: "due" })
  }
  const option = (key: string, text: string, end?: ReactNode) => (
    <ListBoxItem key={key} id={key} textValue={text} className={end ? "list-row repeat-other" : "list-row"}>
      {!end && <CheckMark checked={key === chosen} single />}
      <span className="grow">{text}</span>
      {end}
    </ListBoxItem>
  )
  return (
    <>
      <RepeatHead title={texts.label} onBack={onBack} />
      <ListBox
        className="options"
        aria-label={texts.label}
        autoFocus
        selectionMode="single"
        selectedKeys={[chosen]}
        onAction={(key) => choose(String(key))}
        onSelectionChange={(keys) => {
          // The chosen one is taken out of the selection when it is picked.
          const [key = chosen] = keys
          choose(String(key))
        }}
        escapeKeyBehavior="none"
        shouldFocusWrap
        shouldFocusOnHover
        shouldSelectOnPressUp
      >
        {option(none, texts.none)}
        {isOwn && option(current, capitalized(repeatWords(recurrence, recurrenceFrom, dueDate)))}
        {suggested.map((rule) => option(rule, capitalized(repeatWords(rule, "due", dueDate))))}
        {option(custom, texts.custom, <ChevronRight className="icon small" aria-hidden="true" />)}
      </ListBox>
    </>
  )
}

/** The same in a popup of its own. Import it lazily. */
export const RepeatPicker = ({ anchor, ...pages }: RepeatPagesProps & { anchor: RefObject<Element | null> }) => (
  <Popup label={texts.label} anchor={anchor} className="repeat-picker" onClose={pages.onClose}>
    <RepeatPages {...pages} />
  </Popup>
)
