import { type FormEvent, useId, useRef, useState } from "react"
import { dateFormat, listText } from "~/contract/shared/language/format"
import type { RecurrenceStart } from "~/contract/task"
import { dayOf, dueOn, shortDay } from "~/rules/dates"
import { nextDays } from "~/rules/repeat/next-day"
import {
  frequencies,
  mostCount,
  mostInterval,
  type Recurrence,
  readRecurrence,
  weekdays,
} from "~/rules/repeat/recurrence"
import { dayChoices } from "~/rules/repeat/suggestions"
import { repeatWords, weekdayName } from "~/rules/repeat/words"
import { Button } from "~/ui/parts/button"
import { todayHere } from "~/ui/parts/dates"
import { RepeatHead, type RepeatPagesProps } from "~/ui/parts/day/repeat-head"
import { repeatPicker as texts } from "~/ui/parts/day/repeat-texts"
import { focusSoon } from "~/ui/parts/focus"
import { OnDemand, preload } from "~/ui/parts/on-demand"
import { Segmented } from "~/ui/parts/segmented"
import { common } from "~/ui/parts/texts"

type End = "never" | "on" | "after"

const readOr = (text: string | null): Recurrence | undefined => {
  try {
    return text === null ? undefined : readRecurrence(text)
  } catch {
    return undefined
  }
}

const compact = (day: string) => day.replaceAll("-", "")
const capitalizedWords = (text: string) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())

const loadDays = () => import("~/ui/parts/day/month-days")
const nearDays = () => void preload(loadDays)
const inFull = dateFormat({ day: "2-digit", month: "2-digit", year: "numeric", timeZone: "UTC" })
const lastDayText = (day: string) => inFull(Date.parse(dueOn(day)))

/** How many days the last line shows behind the first one. */
const shownDays = 3

/** A repetition of one's own: how often, on which days, until when, and counted from what. */
export const RepeatCustom = ({ dueDate, repetition, weekStart, onPick, onBack, onClose }: RepeatPagesProps) => {
  const day = dayOf(dueDate)
  const rule = readOr(repetition.recurrence)
  const [freq, setFreq] = useState(rule?.freq ?? "WEEKLY")
  const [interval, setInterval] = useState(String(rule?.interval ?? 1))
  const own = (new Date(dueDate).getUTCDay() + 6) % 7
  const [days, setDays] = useState<ReadonlySet<number>>(
    new Set(rule?.freq === "WEEKLY" && rule.byDay.length > 0 ? rule.byDay.map(({ day }) => day) : [own]),
  )
  const choices = dayChoices(day)
  // The part of a rule by months that this page does not offer stays as it is.
  const stored =
    rule?.freq === "MONTHLY" ? (repetition.recurrence?.match(/;(BY.*?)(?=;(?:COUNT|UNTIL)=|$)/)?.[1] ?? "") : ""
  const [by, setBy] = useState(stored || (choices[0] ?? ""))
  const [end, setEnd] = useState<End>(rule?.until ? "on" : rule?.count ? "after" : "never")
  const [until, setUntil] = useState(rule?.until ?? "")
  /** A day of the month in which the last day is being chosen. */
  const [month, setMonth] = useState<string>()
  const lastDay = useRef<HTMLButtonElement>(null)
  const [count, setCount] = useState(String(rule?.count ?? 10))
  const [from, setFrom] = useState(repetition.recurrenceFrom)
  const id = useId()

  const every = Number(interval)
  const parts = [
    `FREQ=${freq}`,
    ...(every === 1 ? [] : [`INTERVAL=${interval}`]),
    ...(freq === "WEEKLY" ? [`BYDAY=${[...days].sort().map((at) => weekdays[at])}`] : []),
    ...(freq === "MONTHLY" && by ? [by] : []),
    ...(end === "on" ? [`UNTIL=${compact(until)}`] : end === "after" ? [`COUNT=${count}`] : []),
  ]
  const text = parts.join(";")
  const read = readOr(text)
  const start = from === "done" ? todayHere() : day
  const most = read?.count ? Math.min(shownDays, read.count - 1) : shownDays
  const next = read ? nextDays(read, start, day, most) : []
  const isSet = next.length > 0

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSet) return
    onClose()
    if (text !== repetition.recurrence || from !== repetition.recurrenceFrom)
      onPick({ recurrence: text, recurrenceFrom: from })
  }
  const toggle = (at: number) => {
    const others = new Set(days)
    if (!others.delete(at)) others.add(at)
    setDays(others)
  }
  const ordered = weekdays.map((_, at) => (at + (weekStart + 6)) % 7)
  const ending = (value: End, label: string) => (
    <label className="row">
      <input type="radio" name={id} checked={end === value} onChange={() => setEnd(value)} />
      {label}
    </label>
  )
  if (month !== undefined) {
    const leave = () => {
      setMonth(undefined)
      focusSoon(() => lastDay.current)
    }
    return (
      <>
        <RepeatHead title={texts.lastDay} onBack={leave} />
        <OnDemand load={loadDays} onClose={leave}>
          {({ MonthDays, dayAt }) => (
            <MonthDays
              chosen={until || undefined}
              month={dayAt(month)}
              weekStart={weekStart}
              onMonth={(next) => setMonth(next.toISOString().slice(0, 10))}
              onPick={(day) => {
                setUntil(day)
                setEnd("on")
                leave()
              }}
            />
          )}
        </OnDemand>
      </>
    )
  }
  return (
    <form className="repeat-custom grid" onSubmit={submit}>
      <RepeatHead title={texts.customTitle} onBack={onBack} />
      <div className="row">
        <span>{texts.every}</span>
        <input
          className="input numeric"
          type="number"
          min={1}
          max={mostInterval}
          aria-label={texts.interval}
          // biome-ignore lint/a11y/noAutofocus: the page has just been opened
          autoFocus
          value={interval}
          onChange={({ target }) => setInterval(target.value)}
        />
        <select
          className="input grow"
          aria-label={texts.unit}
          value={freq}
          onChange={({ target }) => setFreq(target.value as Recurrence["freq"])}
        >
          {frequencies.map((each) => (
            <option key={each} value={each}>
              {texts.units[each](every)}
            </option>
          ))}
        </select>
      </div>
      {freq === "WEEKLY" && (
        <fieldset className="weekday-toggles grid">
          <legend className="visually-hidden">{texts.days}</legend>
          {ordered.map((at) => (
            <button
              key={at}
              type="button"
              aria-label={weekdayName(at)}
              aria-pressed={days.has(at)}
              onClick={() => toggle(at)}
            >
              {[...weekdayName(at)][0]}
            </button>
          ))}
        </fieldset>
      )}
      {freq === "MONTHLY" && (
        <select className="input" aria-label={texts.day} value={by} onChange={({ target }) => setBy(target.value)}>
          {[...new Set([...choices, by])].map((each) => (
            <option key={each} value={each}>
              {capitalizedWords(repeatWords(`FREQ=MONTHLY;${each}`))}
            </option>
          ))}
        </select>
      )}
      <fieldset className="repeat-ends grid">
        <legend className="label">{texts.ends}</legend>
        {ending("never", texts.never)}
        <div className="row">
          {ending("on", texts.on)}
          <button
            ref={lastDay}
            type="button"
            className="repeat-until input numeric"
            aria-label={until ? `${texts.lastDay} ${lastDayText(until)}` : texts.lastDay}
            onPointerEnter={nearDays}
            onFocus={nearDays}
            onClick={() => setMonth(dayOf(until || dueDate))}
          >
            {until ? lastDayText(until) : <span className="muted">{texts.noLastDay}</span>}
          </button>
        </div>
        <div className="row">
          {ending("after", texts.after)}
          <input
            className="input numeric"
            type="number"
            min={1}
            max={mostCount}
            aria-label={texts.count}
            value={count}
            onChange={({ target }) => {
              setCount(target.value)
              setEnd("after")
            }}
          />
          <span>{texts.times(Number(count))}</span>
        </div>
      </fieldset>
      <div>
        <span className="label" aria-hidden="true">
          {texts.from}
        </span>
        <Segmented<RecurrenceStart>
          label={texts.from}
          value={from}
          options={[
            { value: "due", label: texts.starts.due },
            { value: "done", label: texts.starts.done },
          ]}
          onChange={setFrom}
        />
      </div>
      <p role="status" className="fine secondary numeric">
        {isSet ? texts.preview(shortDay(dueDate), listText(next.map((each) => shortDay(dueOn(each))))) : texts.noDay}
      </p>
      <div className="repeat-end">
        <Button variant="ghost" onClick={onBack}>
          {common.cancel}
        </Button>
        <Button type="submit" variant="primary" aria-disabled={!isSet}>
          {texts.set}
        </Button>
      </div>
    </form>
  )
}
