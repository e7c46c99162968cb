import "./copy-plan.css"
import { Calendar } from "lucide-react"
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from "react"
import { call } from "~/client/api"
import { aiCalls } from "~/contract/ai"
import { type Plan, planCalls } from "~/contract/plan"
import { limits } from "~/contract/shared/bounds"
import { dateFormat } from "~/contract/shared/language/format"
import { type WeekStart, weekStartOf } from "~/contract/shared/language/week"
import { spanToCopy } from "~/rules/copy-plan"
import { PickButton } from "~/ui/dialog/pick-button"
import { homeTexts } from "~/ui/home/texts"
import { Button } from "~/ui/parts/button"
import { Checkbox } from "~/ui/parts/checkbox"
import { TitledDialog } from "~/ui/parts/dialog/dialog"
import { Field, FieldError } from "~/ui/parts/field"
import { common } from "~/ui/parts/texts"
import { messageOf } from "~/ui/parts/use-attempt"
import { useCall } from "~/ui/parts/use-call"

const loadCalendar = () => import("~/ui/parts/day/day-picker")

type CopyPlanProps = {
  /** The plans that may be copied; the first one is chosen. Several: another one may be. */
  plans: readonly Plan[]
  /** A plan is begun from a template: it has the template's name. */
  template: boolean
  weekStart: number | null
  onCopied(plan: Plan): void
  onClose(): void
}

const dayWithYear = dateFormat({ day: "2-digit", month: "2-digit", year: "numeric", timeZone: "UTC" })

/** Between looks at a copy that is made in the background, ms. */
const lookMs = 700

/** Asks what of a plan to copy, and copies it. Import it lazily. */
export const CopyPlan = ({ plans, template, weekStart, onCopied, onClose }: CopyPlanProps) => {
  const texts = homeTexts.copying
  const [planId, setPlanId] = useState(plans[0]?.id ?? 0)
  const plan = plans.find(({ id }) => id === planId)
  const nameOf = (of: Plan | undefined) => (template ? (of?.name ?? "") : texts.nameOf(of?.name || common.untitledPlan))
  const [name, setName] = useState(nameOf(plan))
  const [parts, setParts] = useState({
    tasks: true,
    owners: false,
    notes: false,
    files: false,
    comments: false,
    completed: false,
  })
  const [firstDay, setFirstDay] = useState<string | null>(null)
  const { value: contents } = useCall(planCalls.contents, { planId })
  const [error, setError] = useState<string>()
  const [progress, setProgress] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const task = useRef<number>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const label = useId()

  const rows = [
    { part: "tasks", label: texts.tasks, hint: texts.tasksHint, has: true },
    { part: "owners", label: texts.owners, hint: texts.ownersHint, has: true },
    { part: "notes", label: texts.notes, hint: texts.count(contents?.notes), has: contents?.notes !== 0 },
    { part: "files", label: texts.files, hint: texts.count(contents?.files), has: contents?.files !== 0 },
    { part: "comments", label: texts.comments, hint: texts.count(contents?.comments), has: contents?.comments !== 0 },
    { part: "completed", label: texts.completed, hint: undefined, has: true },
  ] as const

  const copy = async (event: FormEvent) => {
    event.preventDefault()
    if (running.current) return
    const ended = new AbortController()
    running.current = ended
    setError(undefined)
    setProgress(0)
    try {
      const sent = Object.fromEntries(rows.map(({ part, has }) => [part, has && parts[part]]))
      const answer = await call(planCalls.copy, { planId, name, ...sent, ...(firstDay ? { firstDay } : {}) })
      const made = "taskId" in answer ? await untilMade(answer.taskId, ended.signal) : answer
      if (!ended.signal.aborted) onCopied(made)
    } catch (thrown) {
      if (!ended.signal.aborted) setError(messageOf(thrown, texts.failed))
    } finally {
      running.current = undefined
      task.current = undefined
      setProgress(undefined)
    }
  }

  /** The plan, once its copy in the background has ended. */
  const untilMade = async (taskId: number, signal: AbortSignal): Promise<Plan> => {
    task.current = taskId
    for (;;) {
      const { status, progress = 0, result, error } = await call(aiCalls.status, { taskId }, { signal })
      if (status === "failed") throw Object.assign(new Error(error?.message), { problem: error })
      if (status === "succeeded") return result as Plan
      setProgress(progress)
      await new Promise((resolve) => setTimeout(resolve, lookMs))
    }
  }

  const close = () => {
    running.current?.abort()
    const taskId = task.current
    if (taskId !== undefined) void call(aiCalls.stop, { taskId }).catch(() => {})
    onClose()
  }

  const busy = progress !== undefined
  return (
    <TitledDialog title={template ? texts.fromTemplate : texts.title} className="copy-plan" onClose={close}>
      <form className="flow" onSubmit={copy}>
        {plans.length > 1 && (
          <div className="field">
            <label className="label" htmlFor={label}>
              {texts.plan}
            </label>
            <select
              id={label}
              className="input"
              value={planId}
              disabled={busy}
              onChange={({ target }) => {
                const next = Number(target.value)
                setPlanId(next)
                setName(nameOf(plans.find(({ id }) => id === next)))
              }}
            >
              {plans.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name || common.untitledPlan}
                </option>
              ))}
            </select>
          </div>
        )}
        <Field
          label={texts.name}
          large
          dir="auto"
          autoFocus
          value={name}
          disabled={busy}
          maxLength={limits.name}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
        <fieldset className="copy-parts grid" disabled={busy}>
          <legend className="label">{texts.include}</legend>
          {rows.map(({ part, label, hint, has }) => (
            <Checkbox
              key={part}
              checked={has && parts[part]}
              disabled={!has || busy}
              hint={hint}
              onChange={(on) => setParts((now) => ({ ...now, [part]: on }))}
            >
              {label}
            </Checkbox>
          ))}
        </fieldset>
        <FirstDay
          planId={planId}
          parts={parts}
          value={firstDay}
          disabled={busy}
          weekStart={weekStartOf(weekStart as WeekStart)}
          onChange={setFirstDay}
        />
        {error && <FieldError>{error}</FieldError>}
        <div className="row copy-actions">
          {busy && (
            <progress
              className="grow"
              aria-label={texts.progress}
              max={1}
              value={progress === 0 ? undefined : progress}
            />
          )}
          <Button variant="ghost" onClick={close}>
            {common.cancel}
          </Button>
          <Button variant="primary" type="submit" busy={busy}>
            {template ? texts.create : texts.title}
          </Button>
        </div>
      </form>
    </TitledDialog>
  )
}

type FirstDayProps = {
  planId: number
  parts: Parameters<typeof spanToCopy>[1]
  value: string | null
  disabled: boolean
  weekStart: WeekStart
  onChange(day: string | null): void
}

/** Whether dates move, and to which first day. */
const FirstDay = ({ planId, parts, value, disabled, weekStart, onChange }: FirstDayProps) => {
  const texts = homeTexts.copying
  const today = () => `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`
  const label = useId()
  const { value: board } = useCall(planCalls.board, value === null ? undefined : { planId })
  const span = useMemo(() => board && spanToCopy(board, parts), [board, parts])
  const hint = span
    ? texts.span(dayWithYear(Date.parse(span.first)), dayWithYear(Date.parse(span.last)))
    : span === null
      ? texts.noDates
      : texts.shiftHint
  return (
    <div className="copy-first flow">
      <Checkbox
        checked={value !== null}
        disabled={disabled}
        hint={hint}
        onChange={(on) => onChange(on ? today() : null)}
      >
        {texts.shift}
      </Checkbox>
      {value !== null && (
        <div className="row copy-day">
          <span id={label}>{texts.firstDay}</span>
          <PickButton
            labelledBy={label}
            className="button numeric"
            opens="dialog"
            load={loadCalendar}
            picker={({ DayPicker }, anchor, close) => (
              <DayPicker
                anchor={anchor}
                dueDate={value}
                weekStart={weekStart}
                onPick={(day) => onChange(day)}
                onClose={close}
              />
            )}
          >
            <Calendar className="icon" aria-hidden="true" />
            {dayWithYear(Date.parse(value))}
          </PickButton>
          {span && (
            <span className="secondary numeric">
              {texts.lastDay(dayWithYear(Date.parse(value) + Date.parse(span.last) - Date.parse(span.first)))}
            </span>
          )}
        </div>
      )}
    </div>
  )
}
