import { useState } from "react"
import type { Entity } from "~/rules/rule"
import { useMember } from "~/ui/board/board-context"
import { atTime } from "~/ui/board/dates"
import { type LogLine, logLines } from "~/ui/dialog/log-lines"
import { useLog } from "~/ui/dialog/use-log"
import { Avatar } from "~/ui/parts/avatar"
import { Button } from "~/ui/parts/button"
import { MarkedText } from "~/ui/parts/marked-text"
import { Segmented } from "~/ui/parts/segmented"
import { Loading } from "~/ui/parts/spinner"
import { log as texts } from "~/ui/texts/board"
import { common } from "~/ui/texts/common"
import "./log-tab.css"

type LogTabProps = { entity: Entity; id: number }

/** What the log of each entity can be narrowed to. */
const kinds: Record<Entity, readonly Entity[]> = {
  goal: ["goal", "item", "task"],
  item: ["item", "task"],
  task: ["task"],
}

/** What was changed in a goal, action or task and below it. Import it lazily. */
export const LogTab = ({ entity, id }: LogTabProps) => {
  const [kind, setKind] = useState<Entity>(entity)
  const { log, retry, more, adding } = useLog(entity, id, kind)
  return (
    <div className="log-tab">
      {kinds[entity].length > 1 && (
        <Segmented<Entity>
          label={texts.filter}
          value={kind}
          options={kinds[entity].map((value) => ({ value, label: texts.kinds[value] }))}
          onChange={setKind}
        />
      )}
      {log === undefined ? (
        <Loading text={texts.loading} />
      ) : log === "failed" ? (
        <div className="empty" role="alert">
          <p>{texts.failed}</p>
          <Button size="sm" onClick={retry}>
            {common.tryAgain}
          </Button>
        </div>
      ) : log.entries.length === 0 ? (
        <p className="empty">{texts.empty}</p>
      ) : (
        <>
          <ol>
            {logLines(log.entries).map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ol>
          {log.more && (
            <Button size="sm" className="more" busy={adding} onClick={more}>
              {texts.more}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

const Line = ({ line }: { line: LogLine }) => {
  const { createdBy, createdDate, message } = line
  const member = useMember(createdBy.id)
  return (
    <li className="log">
      <Avatar person={member ?? { id: createdBy.id ?? 0, userName: createdBy.userName }} size={18} />
      <div dir="auto">
        <MarkedText html={message} tags={["b", "del", "ins"]} />
      </div>
      <time className="muted num" dateTime={createdDate}>
        {atTime(createdDate)}
      </time>
    </li>
  )
}
