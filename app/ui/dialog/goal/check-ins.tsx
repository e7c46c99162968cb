import { ArrowRight } from "lucide-react"
import { type ReactNode, useState } from "react"
import type { CheckIn } from "~/contract/check-in"
import type { Person } from "~/contract/fields/field"
import type { Goal } from "~/contract/goal"
import { dateFormat, numberFormat } from "~/contract/shared/language/format"
import { progressOf } from "~/rules/progress"
import { commentTexts } from "~/ui/comment/texts"
import { skippedWeeks } from "~/ui/dialog/goal/period"
import { checkIns as texts } from "~/ui/dialog/goal/texts"
import { useCheckIns } from "~/ui/dialog/goal/use-check-ins"
import { StatusSign } from "~/ui/goal/progress"
import { ProgressChart } from "~/ui/goal/progress-chart"
import { goalTexts } from "~/ui/goal/texts"
import { numberText } from "~/ui/goal/typed-number"
import { useNames } from "~/ui/parts/avatar"
import { Button } from "~/ui/parts/button"
import { useServerNow } from "~/ui/parts/dates"
import { DoneBy } from "~/ui/parts/done-by"
import { Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { useMember, useResults } from "~/ui/plan/board-context"
import { byAgent } from "~/ui/plan/log-lines"
import "./check-ins.css"

const whole = numberFormat()
const day = dateFormat({ day: "numeric", month: "long" })

/** A goal's check-ins: progress as a chart beside the pace, and each in words, newest first. */
export const CheckIns = ({ goal }: { goal: Goal }) => {
  const { loaded, more, retry } = useCheckIns(goal.id)
  if (!goal.lastCheckIn) return null
  if (loaded === undefined) return <Loading text={common.loading} />
  if (loaded === "failed") return <Failed inline text={texts.failed} onRetry={retry} />
  const { list } = loaded
  return (
    <section className="check-ins">
      <History goal={goal} checkIns={list}>
        {whole(list.length)}
        {loaded.more && "+"}
      </History>
      <ol className="divided">
        {list.map((checkIn, index) => (
          <Entry key={checkIn.id} checkIn={checkIn} newer={list[index - 1]} />
        ))}
      </ol>
      {loaded.more && (
        <Button size="small" className="log-more" onClick={more}>
          {texts.older}
        </Button>
      )}
    </section>
  )
}

const utc = (date: string | null) => (date === null ? null : Date.parse(date))

type HistoryProps = { goal: Goal; checkIns: readonly CheckIn[] /** How many there are. */; children: ReactNode }

/** The heading, and the chart of the goal or of the result chosen in it. */
const History = ({ goal, checkIns, children }: HistoryProps) => {
  const results = useResults(goal.id)
  const now = useServerNow()
  const [chosen, setChosen] = useState(0)
  const result = results.find(({ id }) => id === chosen)
  const measured = checkIns
    .map(({ status, progress, values, createdDate }) => {
      const value = result && values.find(({ keyResultId }) => keyResultId === result.id)
      const at = result ? value && progressOf({ ...result, current: value.current }) : progress
      return { status, at: Date.parse(createdDate), progress: at ?? null }
    })
    .filter((point): point is typeof point & { progress: number } => point.progress !== null)
    .reverse()
  const current = result ? progressOf(result) : goal.progress
  return (
    <>
      <div className="check-ins-head row">
        <h3>
          {texts.section} <span className="numeric muted">{children}</span>
        </h3>
        <span className="grow" />
        {results.length > 1 && (
          <select
            className="input"
            aria-label={texts.historyOf}
            value={result ? chosen : 0}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            <option value={0}>{texts.allResults}</option>
            {results.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      <ProgressChart
        points={measured}
        statuses={measured.map(({ status }) => status)}
        now={now}
        current={goal.completed ? null : current}
        start={utc(goal.startDate)}
        end={utc(goal.dueDate)}
      />
    </>
  )
}

/** The file that a check-in was imported with names its author. */
const Imported = ({ author, importer }: { author: Person; importer: string }) => (
  <>
    <span className="muted fine">{commentTexts.imported}</span>
    <span data-tip={commentTexts.importedBy(importer)}>
      <DoneBy person={{ id: 0, userName: author.userName || commentTexts.unknown }} />
      <span className="visually-hidden">
        {author.userName || commentTexts.unknown}. {commentTexts.importedBy(importer)}
      </span>
    </span>
  </>
)

/** `newer`: the check-in after this one; weeks without any between them are said. */
const Entry = ({ checkIn, newer }: { checkIn: CheckIn; newer: CheckIn | undefined }) => {
  const { status, confidence, note, values, createdDate, createdBy, agent, importedAuthor } = checkIn
  const member = useMember(createdBy.id)
  const named = useNames()
  const [open, setOpen] = useState(false)
  const changed = values.filter(({ before, current }) => before !== current)
  const skipped = newer ? skippedWeeks(createdDate, newer.createdDate) : 0
  const isLong = note.length > 150 || note.split("\n").length > 2
  return (
    <>
      {skipped > 0 && <li className="check-ins-skipped fine muted">{texts.skipped(skipped)}</li>}
      <li className="check-in-entry anchor">
        <StatusSign status={status} />
        <div className="row">
          <b>{goalTexts.status[status]}</b>
          {confidence !== null && <span className="muted numeric fine">{texts.confidence(whole(confidence))}</span>}
          <span className="grow" />
          <time className="muted numeric fine" dateTime={createdDate}>
            {day(new Date(createdDate))}
          </time>
          {importedAuthor ? (
            <Imported author={importedAuthor} importer={named(createdBy)} />
          ) : (
            <span data-tip={byAgent(agent, named(createdBy))}>
              <DoneBy
                person={{ ...createdBy, userName: named(createdBy), avatarUrl: member?.avatarUrl }}
                agent={agent}
              />
              <span className="visually-hidden">{byAgent(agent, named(createdBy))}</span>
            </span>
          )}
        </div>
        {changed.length > 0 && (
          <p className="check-in-values wraps fine secondary numeric">
            {changed.map(({ keyResultId, name, before, current }) => (
              <span key={keyResultId}>
                <span dir="auto">{name ?? texts.deletedResult}</span> {numberText(before)}{" "}
                <ArrowRight className="icon tiny muted" aria-hidden="true" /> {numberText(current)}
              </span>
            ))}
          </p>
        )}
        {note && (
          <p className={open ? "check-in-note" : "check-in-note clamped"} dir="auto">
            {note}
          </p>
        )}
        {isLong && (
          <button type="button" className="more-note fine" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? texts.less : texts.more}
          </button>
        )}
      </li>
    </>
  )
}
