import { ArrowRight } from "lucide-react"
import type { CheckIn } from "~/contract/check-in"
import type { Goal } from "~/contract/goal"
import type { KeyResult } from "~/contract/key-result"
import { limits } from "~/contract/shared/bounds"
import { numberFormat } from "~/contract/shared/language/format"
import { SliderField } from "~/ui/dialog/estimate-slider"
import { goalDay } from "~/ui/dialog/goal/period"
import { checkIns } from "~/ui/dialog/goal/texts"
import { type useCheckIn, valueField } from "~/ui/dialog/goal/use-check-in"
import { StatusSign } from "~/ui/goal/progress"
import { goalTexts } from "~/ui/goal/texts"
import { numberText, stepped } from "~/ui/goal/typed-number"
import { FieldError } from "~/ui/parts/field"
import { Segmented } from "~/ui/parts/segmented"

const whole = numberFormat()
const statuses = [0, 1, 2] as const

type CheckInFieldsProps = {
  goal: Goal
  results: readonly KeyResult[]
  /** The last check-in, once it is loaded. */
  last: CheckIn | undefined
  form: ReturnType<typeof useCheckIn>
}

/** Status, confidence, values and note. */
export const CheckInFields = ({ goal, results, last, form }: CheckInFieldsProps) => {
  const confidence = goal.lastCheckIn?.confidence ?? null
  return (
    <>
      <span className="label" aria-hidden="true">
        {checkIns.form.status}
      </span>
      <Segmented
        label={checkIns.form.status}
        value={String(form.status ?? "")}
        options={statuses.map((status) => ({
          value: String(status),
          label: (
            <>
              <StatusSign status={status} />
              {goalTexts.status[status]}
            </>
          ),
        }))}
        onChange={(value) => form.type("status", value)}
      />
      {form.fault?.field === "status" && <FieldError>{form.fault.text}</FieldError>}
      <div className="check-in-confidence">
        <SliderField
          label={checkIns.form.confidence}
          hint={goal.dueDate ? checkIns.form.confidenceBy(goalDay(goal.dueDate)) : checkIns.form.confidenceHint}
          value={form.confidence}
          max={10}
          readOnly={false}
          mark={confidence === null ? undefined : { at: confidence, text: checkIns.form.last(whole(confidence)) }}
          onChange={(value) => form.type("confidence", String(value))}
        />
      </div>
      {results.length > 0 && (
        <fieldset className="check-in-values-list">
          <legend className="visually-hidden">{checkIns.form.values}</legend>
          <div className="check-in-value grid breaks fine muted" aria-hidden="true">
            <span className="label">{checkIns.form.values}</span>
            <span>{goal.lastCheckIn ? checkIns.form.before : checkIns.form.start}</span>
            <span />
            <span>{checkIns.form.now}</span>
          </div>
          {results.map((result) => (
            <Value
              key={result.id}
              result={result}
              since={goal.lastCheckIn ? checkIns.form.before : checkIns.form.start}
              before={last?.values.find(({ keyResultId }) => keyResultId === result.id)?.current ?? result.start}
              form={form}
            />
          ))}
        </fieldset>
      )}
      <Note form={form} />
    </>
  )
}

type ValueProps = { result: KeyResult; since: string; before: number; form: ReturnType<typeof useCheckIn> }

const Value = ({ result, since, before, form }: ValueProps) => {
  const { id, name, unit, target } = result
  const field = valueField(id)
  const text = form.valueOf(result)
  const fault = form.fault?.field === field ? form.fault : undefined
  const faultId = `check-in-fault-${id}`
  return (
    <>
      <label className="check-in-value grid breaks">
        <span dir="auto">{name}</span>
        <span className="numeric muted">
          <span className="check-in-since">{since} </span>
          {numberText(before)}
        </span>
        <ArrowRight className="icon small muted" aria-hidden="true" />
        <input
          className="input numeric"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? faultId : undefined}
          onChange={({ target }) => form.type(field, target.value)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return
            const next = stepped(text, event.key === "ArrowUp" ? 1 : -1)
            if (next === undefined) return
            event.preventDefault()
            form.type(field, next)
          }}
        />
        <span className="muted truncate" dir="auto">
          {unit || checkIns.form.ofTarget(numberText(target))}
        </span>
      </label>
      {fault && <FieldError id={faultId}>{fault.text}</FieldError>}
    </>
  )
}

/** `drafted` is the log's note, until something is typed. */
const Note = ({ form }: Pick<ValueProps, "form">) => (
  <div className="check-in-note-field">
    <div className="check-in-note-head row">
      <label className="label" htmlFor="check-in-note">
        {checkIns.form.note}
      </label>
      <span className="grow" />
      {form.isDrafted && <span className="fine muted">{checkIns.form.fromLog}</span>}
      {form.note && (
        <button type="button" className="more-note fine" onClick={() => form.type("note", "")}>
          {checkIns.form.clear}
        </button>
      )}
    </div>
    <textarea
      id="check-in-note"
      className="input tall"
      dir="auto"
      rows={4}
      maxLength={limits.comment}
      value={form.note}
      onChange={({ target }) => form.type("note", target.value)}
    />
  </div>
)
