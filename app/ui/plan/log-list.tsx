import "./card-marks.css"
import { type ReactNode, useState } from "react"
import { deepLinkPath } from "~/contract/shared/deep-link"
import { Button } from "~/ui/parts/button"
import { atTime } from "~/ui/parts/dates"
import { DoneBy } from "~/ui/parts/done-by"
import { Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { MarkedText } from "~/ui/parts/marked"
import { useBoard, useMember } from "~/ui/plan/board-context"
import { type LogLine, logLines } from "~/ui/plan/log-lines"
import { log as texts } from "~/ui/plan/log-texts"
import { focusSide, showReview } from "~/ui/plan/side"
import { type LogOf, useLog } from "~/ui/plan/use-log"

type LogListProps = {
  of: LogOf
  /** Actions offered for a line. */
  action?(line: LogLine): ReactNode
}

/** The lines of a log, newest first. */
export const LogList = ({ of, action }: LogListProps) => {
  const [agent, setAgent] = useState<string>()
  const [agents, setAgents] = useState<readonly string[]>([])
  const { log, retry, more, adding } = useLog(of, agent)
  if (of === "plan" && log && log !== "failed") {
    const known = new Set(agents)
    for (const entry of log.entries) if (entry.agent) known.add(entry.agent)
    if (known.size > agents.length) setAgents([...known].sort((a, b) => a.localeCompare(b)))
  }
  return (
    <>
      {agents.length > 0 && (
        <select
          className="input"
          aria-label={texts.agent}
          value={agents.indexOf(agent ?? "")}
          onChange={({ target }) => setAgent(agents[Number(target.value)])}
        >
          <option value={-1}>{texts.everybody}</option>
          {agents.map((name, at) => (
            <option key={name} value={at}>
              {name}
            </option>
          ))}
        </select>
      )}
      <Lines log={log} retry={retry} more={more} adding={adding} action={action} />
    </>
  )
}

type LinesProps = ReturnType<typeof useLog> & Pick<LogListProps, "action">

const Lines = ({ log, retry, more, adding, action }: LinesProps) => {
  if (log === undefined) return <Loading text={texts.loading} />
  if (log === "failed") return <Failed text={texts.failed} onRetry={retry} />
  if (log.entries.length === 0) return <p className="empty">{texts.empty}</p>
  return (
    <>
      <ol className="divided">
        {logLines(log.entries).map((line) => (
          <Line key={line.id} line={line}>
            {action?.(line)}
          </Line>
        ))}
      </ol>
      {log.more && (
        <Button size="small" className="log-more" busy={adding} onClick={more}>
          {texts.more}
        </Button>
      )}
    </>
  )
}

const Line = ({ line, children }: { line: LogLine; children: ReactNode }) => {
  const { view, session } = useBoard()
  const { createdBy, createdDate, message, agent, via, proposal } = line
  const member = useMember(createdBy.id)
  return (
    <li className="log">
      <DoneBy person={member ?? createdBy} agent={agent} assistant={via === "assistant"} />
      <div className="slim breaks" dir="auto">
        <MarkedText html={message} tags={["b", "del", "ins"]} />
        {proposal !== undefined && (
          <>
            {" "}
            <a
              href={deepLinkPath(session.planId, { type: "review", page: proposal })}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                view.set({ overlay: null, settings: null, dialog: null })
                showReview(view, session.planId, proposal)
                focusSide()
              }}
            >
              {texts.proposal}
            </a>
          </>
        )}
      </div>
      <time className="muted numeric" dateTime={createdDate}>
        {atTime(createdDate)}
      </time>
      {children}
    </li>
  )
}
