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
import { useTypedTexts } from "~/ui/plan/typed-texts"
import "./results.css"
import { focusSoon } from "~/ui/parts/focus"

type ResultsTabProps = { goal: Goal; readOnly: boolean; onCheckIn(): void }

type Open = { id: number | "new"; on: "name" | "current" }

/** What a goal measures: its progress, its results, edited in place, and its check-ins. */
export const ResultsTab = ({ goal, readOnly, onCheckIn }: ResultsTabProps) => {
  const { session, change } = useBoard()
  const results = useResults(goal.id)
  const typed = useTypedTexts()
  const [open, setOpen] = useState<Open>()
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const pace = paceOf(goal, todayHere())
  const isFull = results.length >= mostKeyResults

  const type = (key: string, fields: ResultTexts | undefined) =>
    fields ? typed.set(key, Object.values(fields).filter(Boolean).join(", ")) : typed.delete(key)
  const done = (id: Open["id"], byKey: boolean) => {
    setOpen((now) => (now?.id === id ? undefined : now))
    if (!byKey) return
    focusSoon(() =>
      id === "new" ? add.current : list.current?.querySelector<HTMLElement>(`[data-result="${id}"] > button`),
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
  const save = (id: Open["id"], result: Measure) =>
    id === "new"
      ? change("keyResult.create", { goalId: goal.id, ...result })
      : change("keyResult.update", { id, ...result })
  const form = (id: Open["id"], initial: ResultTexts, on: Open["on"], menu?: Parameters<typeof RowMenu>[0]) => (
    <ResultForm
      initial={initial}
      focusOn={on}
      isNew={id === "new"}
      menu={menu && <RowMenu {...menu} />}
      onType={(fields) => type(`${texts.name} ${id}`, fields)}
      onSave={(result) => save(id, result)}
      onDone={(byKey) => done(id, byKey)}
    />
  )

  if (results.length === 0 && open?.id !== "new" && !goal.lastCheckIn) {
    return readOnly ? (
      <EmptyState text={texts.noneHere} />
    ) : (
      <EmptyState title={texts.none} text={texts.noneText}>
        <Button variant="primary" onClick={() => setOpen({ id: "new", on: "name" })}>
          <Plus className="icon" aria-hidden="true" />
          {texts.add}
        </Button>
        <Button variant="ghost" onClick={onCheckIn}>
          {texts.checkInWithout}
        </Button>
      </EmptyState>
    )
  }
  return (
    <>
      <GoalSummary goal={goal} pace={pace}>
        {!readOnly && (
          <Button size="small" onClick={onCheckIn}>
            {checkIns.checkIn}
          </Button>
        )}
      </GoalSummary>
      <ul ref={list} className="result-rows" aria-label={texts.list}>
        {results.map((result, index) => (
          <li key={session.store.keyOf("keyResult", result.id)} data-result={result.id}>
            {open?.id === result.id && !readOnly ? (
              form(result.id, textsOf(result), open.on, {
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
                onOpen={(on) => setOpen({ id: result.id, on })}
              />
            )}
          </li>
        ))}
        {open?.id === "new" && <li>{form("new", noTexts, "name")}</li>}
      </ul>
      {!readOnly &&
        (isFull ? (
          <p className="hint">{texts.most}</p>
        ) : (
          <button
            ref={add}
            type="button"
            className="add-task add-row row fine muted hovers rigid"
            onClick={() => setOpen({ id: "new", on: "name" })}
          >
            <Plus className="icon small" aria-hidden="true" />
            {texts.add}
          </button>
        ))}
      <CheckIns goal={goal} />
    </>
  )
}
