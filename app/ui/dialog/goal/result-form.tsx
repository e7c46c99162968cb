import { CircleAlert, X } from "lucide-react"
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { limits } from "~/contract/shared/bounds"
import { stepped } from "~/ui/goal/typed-number"
import { IconButton } from "~/ui/parts/button"
import { leaveByEnter, leaveByEscape } from "~/ui/parts/left-by-enter"
import { isUntouched, type Measure, measured, type ResultFault, type ResultTexts, readResult } from "./result-fields"
import { results as texts } from "./texts"

type ResultFormProps = {
  /** What the fields show at first. */
  initial: ResultTexts
  focusOn: "name" | "current"
  /** A new result: left empty it is dropped. */
  isNew: boolean
  /** Gets the texts as they are typed; undefined once they are saved or dropped. */
  onType(typed: ResultTexts | undefined): void
  onSave(result: Measure): void
  /** `byKey`: by Enter or Escape, so the focus returns to the row. */
  onDone(byKey: boolean): void
  menu: ReactNode
}

/** A result's fields in the place of its row. Enter and leaving them save, Escape restores. */
export const ResultForm = ({ initial, focusOn, isNew, onType, onSave, onDone, menu }: ResultFormProps) => {
  const [typed, setTyped] = useState(initial)
  const [fault, setFault] = useState<ResultFault>()
  const form = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  const left = useRef(false)
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>(`[name="${focusOn}"]`)
    field?.focus()
    if (focusOn === "current") field?.select()
    field?.scrollIntoView({ block: "nearest" })
  }, [focusOn])

  const change = (field: keyof ResultTexts, text: string) => {
    const next = { ...typed, [field]: text }
    setTyped(next)
    onType(next)
    // A fault that has been said goes as soon as it is mended.
    if (fault) setFault(faultOf(next))
  }
  const leave = (byKey: boolean) => {
    left.current = true
    onType(undefined)
    onDone(byKey)
  }
  const keep = (byKey: boolean) => {
    if (left.current) return
    if (isNew && isUntouched(typed)) return leave(byKey)
    const read = readResult(typed)
    if ("fault" in read) {
      setFault(read.fault)
      if (byKey) form.current?.querySelector<HTMLInputElement>(`[name="${read.fault.field}"]`)?.focus()
      return
    }
    onSave(read.result)
    leave(byKey)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
    const { name } = event.target
    if (event.key === "Enter" || event.key === "Escape") {
      event.preventDefault()
      event.stopPropagation()
      if (event.key === "Enter") leaveByEnter(event)
      else leaveByEscape()
      return event.key === "Enter" ? keep(true) : leave(true)
    }
    const field = measured.find((each) => each === name)
    if (!field || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return
    const next = stepped(typed[field], event.key === "ArrowUp" ? 1 : -1)
    if (next === undefined) return
    event.preventDefault()
    change(field, next)
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    const isWithin =
      relatedTarget instanceof Element && (currentTarget.contains(relatedTarget) || isMenu(relatedTarget))
    if (!isWithin) keep(false)
  }
  const props = (field: keyof ResultTexts) => ({
    name: field,
    value: typed[field],
    "aria-invalid": fault?.field === field || undefined,
    "aria-describedby": fault?.field === field ? id : undefined,
    onChange: ({ target }: { target: HTMLInputElement }) => change(field, target.value),
  })
  return (
    <fieldset ref={form} className="result-form" data-new={isNew || undefined} onKeyDown={onKeyDown} onBlur={onBlur}>
      <legend className="visually-hidden">{texts.name}</legend>
      <div className="row">
        <input
          {...props("name")}
          className="input grow"
          aria-label={texts.name}
          placeholder={texts.nameHint}
          dir="auto"
          maxLength={limits.name}
        />
        {isNew ? (
          <IconButton label={texts.drop} onClick={() => leave(false)}>
            <X className="icon" aria-hidden="true" />
          </IconButton>
        ) : (
          menu
        )}
      </div>
      <div className="result-fields grid">
        {measured.map((field) => (
          <label key={field}>
            <span className="label">{texts[field]}</span>
            <input {...props(field)} className="input numeric" inputMode="decimal" autoComplete="off" />
          </label>
        ))}
        <label>
          <span className="label">{texts.unit}</span>
          <input {...props("unit")} className="input" dir="auto" maxLength={40} placeholder={texts.unitHint} />
        </label>
      </div>
      {fault ? (
        <p className="field-error row" id={id} role="alert">
          <CircleAlert className="icon small" aria-hidden="true" />
          {fault.text}
        </p>
      ) : (
        !isNew && <p className="hint">{texts.keys}</p>
      )}
    </fieldset>
  )
}

const faultOf = (typed: ResultTexts) => {
  const read = readResult(typed)
  return "fault" in read ? read.fault : undefined
}

/** A press on a menu's entry keeps the fields open that the menu belongs to. */
const isMenu = (element: Element) => element.closest("[role=menu], .popover") !== null
