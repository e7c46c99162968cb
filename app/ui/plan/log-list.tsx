import "./card-marks.css"
import type { ReactNode } from "react"
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
  const { log, retry, more, adding } = useLog(of)
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
