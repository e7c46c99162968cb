import { Check, Printer } from "lucide-react"
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react"
import { idle } from "~/client/idle"
import type { PeopleLooks } from "~/rules/people/person-look"
import { asText, type GoalLine, isBare, type SortBy, sortedLines, wantsCheckIn } from "~/ui/goals/goal-lines"
import { GoalList } from "~/ui/goals/goal-list"
import type { GoalActs } from "~/ui/goals/goal-row"
import { Nudge } from "~/ui/goals/nudge"
import { goalsTexts as texts } from "~/ui/goals/texts"
import { useGoalKeys } from "~/ui/goals/use-goal-keys"
import { Button } from "~/ui/parts/button"
import { CopyButton } from "~/ui/parts/copy-button"
import { OnDemand } from "~/ui/parts/on-demand"

/** Later than the rows that follow the first ones, ms. */
const drawnAfter = 500

const loadKeys = () => import("~/ui/palette/key-list")

type GoalsViewProps = {
  /** The page's heading, around its buttons. */
  header(buttons: ReactNode): ReactNode
  lines: readonly GoalLine[]
  first: SortBy
  /** By which it is stored as drawn; undefined where opening the page again would show others. */
  drawnAs?: string | undefined
  today: string
  userId: number
  acts: GoalActs & { showOnBoard(line: GoalLine): void }
  onCheckIns(lines: readonly GoalLine[]): void
  /** Buttons before the page's own. */
  filters?: ReactNode
  /** Without any goals. */
  none: ReactNode
  /** With goals that measure nothing yet. */
  unmeasured?: ReactNode
  pictureOf?(planId: number): string | undefined
  /** How a plan's people are shown, on the page of all plans. */
  looksIn?(planId: number): PeopleLooks | undefined
}

/** Stores the page as it is drawn, once the browser has time. */
const useStoreDrawn = (page: string | undefined, lines: readonly GoalLine[]) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines are another drawn page
  useEffect(() => {
    if (page === undefined) return
    let over = false
    const store = async () => {
      await idle()
      const { storeDrawnPage } = await import("~/client/offline/store-drawn-page")
      if (!over) await storeDrawnPage(page)
    }
    const timer = setTimeout(() => store().catch(() => {}), drawnAfter)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [page, lines])
}

/** A page of goals: its buttons, the question for check-ins, and the list. */
export const GoalsView = (props: GoalsViewProps) => {
  const { header, lines, first, drawnAs, today, userId, acts, onCheckIns, filters, none, unmeasured } = props
  const { pictureOf, looksIn } = props
  const [completed, setCompleted] = useState(false)
  const [keys, setKeys] = useState(false)
  const shown = useMemo(() => lines.filter((line) => completed || !line.completed), [lines, completed])
  const waiting = useMemo(() => lines.filter((line) => wantsCheckIn(line, userId, today)), [lines, userId, today])
  useStoreDrawn(completed ? undefined : drawnAs, shown)
  useGoalKeys({ lines: shown, acts: { ...acts, showKeys: () => setKeys(true) } })
  const measured = useMemo(() => shown.some((line) => !isBare(line)), [shown])
  const text = useCallback(
    () =>
      asText(
        sortedLines(shown, { by: first, down: false }).filter((line) => !isBare(line)),
        today,
      ),
    [shown, first, today],
  )
  return (
    <main className="goals-page full">
      {header(
        <>
          {filters}
          <Button aria-pressed={completed} onClick={() => setCompleted(!completed)}>
            <Check className="icon" aria-hidden="true" />
            {texts.completed}
          </Button>
          {measured && (
            <>
              <CopyButton text={text} label={texts.copy} />
              <Button onClick={() => window.print()}>
                <Printer className="icon small" aria-hidden="true" />
                {texts.print}
              </Button>
            </>
          )}
        </>,
      )}
      {acts.checkIn && <Nudge lines={waiting} today={today} onCheckIn={onCheckIns} />}
      {shown.length === 0 ? (
        none
      ) : (
        <>
          {!measured && unmeasured}
          <GoalList
            lines={shown}
            first={first}
            today={today}
            userId={userId}
            acts={acts}
            {...(pictureOf && { pictureOf })}
            {...(looksIn && { looksIn })}
          />
        </>
      )}
      {keys && (
        <OnDemand layer load={loadKeys} onClose={() => setKeys(false)}>
          {({ KeyList }) => (
            <KeyList groups={[{ name: texts.keyGroup, keys: texts.keys }]} onClose={() => setKeys(false)} />
          )}
        </OnDemand>
      )}
    </main>
  )
}
