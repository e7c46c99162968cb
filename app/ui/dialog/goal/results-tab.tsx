import { Plus } from "lucide-react"
import { useRef, useState } from "react"
import type { Goal } from "~/contract/goal"
import type { KeyResult } from "~/contract/key-result"
import { mostKeyResults } from "~/contract/shared/bounds"
import { moveResult } from "~/rules/ordering"
import { paceOf, progressOf } from "~/rules/progress"
import { CheckIns } from "~/ui/dialog/goal/check-ins"
import { GoalSummary } from "~/ui/dialog/goal/goal-summary"
import { type Measure, noTexts, type ResultTexts, textsOf } from "~/ui/dialog/goal/result-fields"
import { ResultForm } from "~/ui/dialog/goal/result-form"
import { ResultRow } from "~/ui/dialog/goal/result-row"
import { checkIns, results as texts } from "~/ui/dialog/goal/texts"
import { Button } from "~/ui/parts/button"
import { todayHere } from "~/ui/parts/dates"
import { EmptyState } from "~/ui/parts/empty-state"
import { RowMenu } from "~/ui/parts/row-menu"
import { common } from "~/ui/parts/texts"
import { showToast } from "~/ui/parts/toast/toast"
import { useBoard, useResults } from "~/ui/plan/board-context"
import { Stamp } from "~/ui/plan/card-marks"
import { useTypedTexts } from "~/ui/plan/typed-texts"
import "./results.css"
import { focusSoon } from "~/ui/parts/focus"

type ResultsTabProps = { goal: Goal; readOnly: boolean; onCheckIn(): void }

/** `key`: the result's key, which stays when the server gives it its id. */
type Open = { key: number | "new"; on: "name" | "current" }

/** What a goal measures: its progress, its results, edited in place, and its check-ins. */
export const ResultsTab = ({ goal, readOnly, onCheckIn }: ResultsTabProps) => {
  const { session, change } = useBoard()
  const results = useResults(goal.id)
  const typed = useTypedTexts()
  const [open, setOpen] = useState<Open>()
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const pace = goal.completed ? null : paceOf(goal, todayHere())
  const isFull = results.length >= mostKeyResults

  const type = (key: string, fields: ResultTexts | undefined) =>
    fields ? typed.set(key, Object.values(fields).filter(Boolean).join(", ")) : typed.delete(key)
  const keyOf = ({ id }: KeyResult) => session.store.keyOf("keyResult", id)
  const done = (key: Open["key"], byKey: boolean) => {
    setOpen((now) => (now?.key === key ? undefined : now))
    if (!byKey) return
    focusSoon(() =>
      key === "new" ? add.current : list.current?.querySelector<HTMLElement>(`[data-result="${key}"] > button`),
    )
  }
  const remove = (result: KeyResult) => {
    setOpen(undefined)
    if (!change("keyResult.remove", { id: result.id })) return
    showToast({
      kind: "info",
      text: texts.deleted(result.name),
      key: "result",
      action: { label: common.undo, run: () => session.history.undo() },
    })
  }
  const move = (result: KeyResult, index: number) => {
    for (const { name, input } of moveResult({ planId: session.planId, results, result, index })) change(name, input)
  }
  const save = (before: KeyResult | undefined, result: Measure) =>
    before
      ? change("keyResult.update", { id: before.id, ...result })
      : change("keyResult.create", { goalId: goal.id, ...result })
  const form = (before: KeyResult | undefined, on: Open["on"], menu?: Parameters<typeof RowMenu>[0]) => {
    const key = before ? keyOf(before) : "new"
    return (
      <ResultForm
        initial={before ? textsOf(before) : noTexts}
        focusOn={on}
        isNew={!before}
        menu={menu && <RowMenu {...menu} />}
        onType={(fields) => type(`${texts.name} ${key}`, fields)}
        onSave={(result) => save(before, result)}
        onDone={(byKey) => done(key, byKey)}
      />
    )
  }

  if (results.length === 0 && open?.key !== "new" && !goal.lastCheckIn) {
    return (
      <div className="flow results-none">
        {goal.completed && <Stamp big outcome={goal.outcome} />}
        {readOnly ? (
          <EmptyState text={texts.noneHere} />
        ) : (
          <EmptyState title={texts.none} text={texts.noneText}>
            <Button variant="primary" onClick={() => setOpen({ key: "new", on: "name" })}>
              <Plus className="icon" aria-hidden="true" />
              {texts.add}
            </Button>
            <Button variant="ghost" onClick={onCheckIn}>
              {texts.checkInWithout}
            </Button>
          </EmptyState>
        )}
      </div>
    )
  }
  return (
    <>
      <GoalSummary goal={goal} pace={pace}>
        {!readOnly && (
          <Button variant="primary" size="small" onClick={onCheckIn}>
            {checkIns.checkIn}
          </Button>
        )}
      </GoalSummary>
      <ul ref={list} className="result-rows" aria-label={texts.list}>
        {results.map((result, index) => (
          <li key={keyOf(result)} data-result={keyOf(result)}>
            {open?.key === keyOf(result) && !readOnly ? (
              form(result, open.on, {
                name: result.name,
                items: [
                  { label: texts.up, isDisabled: index === 0, onAction: () => move(result, index - 1) },
                  {
                    label: texts.down,
                    isDisabled: index === results.length - 1,
                    onAction: () => move(result, index + 1),
                  },
                  { label: common.delete, onAction: () => remove(result) },
                ],
              })
            ) : (
              <ResultRow
                result={result}
                progress={progressOf(result)}
                pace={pace}
                readOnly={readOnly}
                onOpen={(on) => setOpen({ key: keyOf(result), on })}
              />
            )}
          </li>
        ))}
        {open?.key === "new" && <li>{form(undefined, "name")}</li>}
      </ul>
      {!readOnly &&
        (isFull ? (
          <p className="hint">{texts.most}</p>
        ) : (
          <button
            ref={add}
            type="button"
            className="add-task full add-row row fine muted hovers rigid"
            onClick={() => setOpen({ key: "new", on: "name" })}
          >
            <Plus className="icon small" aria-hidden="true" />
            {texts.add}
          </button>
        ))}
      {goal.completed && (
        <p className="results-outcome">
          <Stamp big outcome={goal.outcome} />
        </p>
      )}
      <CheckIns goal={goal} />
    </>
  )
}
