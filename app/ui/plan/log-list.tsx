import "./card-marks.css"
import { type ReactNode, useState } from "react"
import { Avatar } from "~/ui/parts/avatar"
import { Button } from "~/ui/parts/button"
import { atTime } from "~/ui/parts/dates"
import { Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { MarkedText } from "~/ui/parts/marked"
import { useMember } from "~/ui/plan/board-context"
import { type LogLine, logLines } from "~/ui/plan/log-lines"
import { log as texts } from "~/ui/plan/texts"
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
  const { createdBy, createdDate, message } = line
  const member = useMember(createdBy.id)
  return (
    <li className="log">
      <Avatar person={member ?? { id: createdBy.id ?? 0, userName: createdBy.userName }} size={18} />
      <div dir="auto">
        <MarkedText html={message} tags={["b", "del", "ins"]} />
      </div>
      <time className="muted numeric" dateTime={createdDate}>
        {atTime(createdDate)}
      </time>
      {children}
    </li>
  )
}
