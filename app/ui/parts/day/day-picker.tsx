import "./day-picker.css"
import { ChevronRight, Repeat } from "lucide-react"
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react"
import type { WeekStart } from "~/contract/shared/language/week"
import { dayOf, dueOn } from "~/rules/dates"
import { fridayOf } from "~/rules/weeks"
import { Button } from "~/ui/parts/button"
import { todayHere } from "~/ui/parts/dates"
import { day as texts } from "~/ui/parts/day/day-texts"
import { dayAt, dayName, MonthDays } from "~/ui/parts/day/month-days"
import type { Repetition } from "~/ui/parts/day/repeat-head"
import { RepeatMark } from "~/ui/parts/day/repeat-mark"
import { FieldError } from "~/ui/parts/field"
import { OnDemand, preload } from "~/ui/parts/on-demand"
import { Popup } from "~/ui/parts/popup"
import { common } from "~/ui/parts/texts"

type DayPickerProps = {
  anchor: RefObject<Element | null>
  dueDate: string | null
  weekStart: WeekStart
  onPick(dueDate: string | null): void
  onClose(): void
  /** Of a task; a row opens its list. */
  repeat?: { repetition: Repetition; onRepeat(repetition: Repetition): void }
}

const loadReader = () => import("~/rules/agent/day-in")
type Reader = Awaited<ReturnType<typeof loadReader>>["dayIn"]

/** Reads what is typed. `day`: what it means so far. */
const useTypedDay = (weekStart: WeekStart, pick: (day: string) => void) => {
  const [text, setText] = useState("")
  const [reader, setReader] = useState<Reader>()
  const [isUnread, setUnread] = useState(false)
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const type = (next: string) => {
    setText(next)
    setUnread(false)
    if (!reader)
      loadReader().then(
        ({ dayIn }) => setReader(() => dayIn),
        () => {},
      )
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === "") return
    const day = await loadReader().then(
      ({ dayIn }) => dayIn(text, todayHere(), weekStart),
      () => undefined,
    )
    // Its code may come once the picker is closed.
    if (!isOpen.current) return
    if (day === undefined) setUnread(true)
    else pick(day)
  }
  return { text, type, submit, isUnread, day: reader?.(text, todayHere(), weekStart) }
}

/** A letter or digit is typed into the field, wherever the focus is; R has a meaning of its own. */
const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !ctrlKey && !metaKey && !altKey && /^[\p{L}\p{N}]$/u.test(key) && key.toLowerCase() !== "r"

const isRepeatKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !ctrlKey && !metaKey && !altKey && key.toLowerCase() === "r"

const loadRepeat = () => import("~/ui/parts/day/repeat-picker")

/** Picks a day, as midnight UTC, from the calendar, by words or at once; weeks are numbered. Import it lazily. */
export const DayPicker = ({ anchor, dueDate, weekStart, onPick, onClose, repeat }: DayPickerProps) => {
  const [isRepeating, setRepeating] = useState(false)
  const chosen = dueDate === null ? undefined : dayOf(dueDate)
  const pick = (next: string | null) => {
    onClose()
    if (next !== dueDate) onPick(next)
  }
  const field = useRef<HTMLInputElement>(null)
  const typed = useTypedDay(weekStart, (day) => pick(dueOn(day)))
  const shown = typed.day ?? chosen
  // The month of what is typed, until another one is chosen.
  const [month, setMonth] = useState({ of: shown, is: dayAt(shown ?? todayHere()) })
  if (month.of !== shown) setMonth({ of: shown, is: dayAt(shown ?? todayHere()) })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target === field.current) return
    if (isTyped(event)) field.current?.focus()
    else if (repeat && dueDate !== null && isRepeatKey(event)) setRepeating(true)
  }
  const quick = (label: string, day: string) => (
    <Button variant="ghost" size="small" data-tip={dayName(dayAt(day))} onClick={() => pick(dueOn(day))}>
      {label}
    </Button>
  )
  if (isRepeating && repeat && dueDate !== null)
    return (
      <Popup label={texts.label} anchor={anchor} className="day-picker" onClose={onClose}>
        <OnDemand load={loadRepeat} onClose={() => setRepeating(false)}>
          {({ RepeatPages }) => (
            <RepeatPages
              dueDate={dueDate}
              repetition={repeat.repetition}
              weekStart={weekStart}
              onPick={repeat.onRepeat}
              onBack={() => setRepeating(false)}
              onClose={onClose}
            />
          )}
        </OnDemand>
      </Popup>
    )
  return (
    <Popup label={texts.label} anchor={anchor} className="day-picker" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: letters are shortcuts to the field in it */}
      <div onKeyDown={onKeyDown}>
        <form className="row" onSubmit={typed.submit}>
          <input
            ref={field}
            className="input soft"
            aria-label={texts.typed}
            placeholder={texts.typed}
            aria-invalid={typed.isUnread || undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            dir="auto"
            value={typed.text}
            onChange={({ target }) => typed.type(target.value)}
          />
          {quick(texts.quick.today, todayHere())}
          {quick(texts.quick.nextWeek, fridayOf(todayHere(), 1, weekStart))}
        </form>
        {typed.isUnread && <FieldError>{texts.unread(typed.text.trim())}</FieldError>}
        <p role="status" className="visually-hidden">
          {typed.day && dayName(dayAt(typed.day))}
        </p>
        <MonthDays
          chosen={shown}
          month={month.is}
          weekStart={weekStart}
          onMonth={(is) => setMonth({ of: shown, is })}
          onPick={(day) => pick(dueOn(day))}
        />
        {repeat && dueDate !== null && (
          <button
            type="button"
            className="repeat-row full row"
            aria-keyshortcuts="R"
            onPointerEnter={() => void preload(loadRepeat)}
            onFocus={() => void preload(loadRepeat)}
            onClick={() => setRepeating(true)}
          >
            <Repeat className="icon" aria-hidden="true" />
            <span className="grow truncate">
              {repeat.repetition.recurrence ? (
                <RepeatMark
                  as="words"
                  recurrence={repeat.repetition.recurrence}
                  from={repeat.repetition.recurrenceFrom}
                  dueDate={dueDate}
                />
              ) : (
                texts.noRepeat
              )}
            </span>
            <ChevronRight className="icon small" aria-hidden="true" />
          </button>
        )}
        <div className="day-picker-end">
          <Button onClick={() => pick(null)}>{texts.reset}</Button>
          <Button onClick={onClose}>{common.close}</Button>
        </div>
      </div>
    </Popup>
  )
}
