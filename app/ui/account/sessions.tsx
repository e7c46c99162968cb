import { Check, Monitor, Smartphone, TabletSmartphone } from "lucide-react"
import { useState } from "react"
import { call } from "~/client/api"
import { accountCalls, type ListedSession } from "~/contract/account"
import { dateFormat } from "~/contract/shared/language/format"
import { deviceKind, deviceName } from "~/rules/people/device-name"
import { account } from "~/ui/account/texts"
import { RowIcon, Tag } from "~/ui/parts/badge"
import { Button } from "~/ui/parts/button"
import { atTimeInText } from "~/ui/parts/dates"
import { Failed } from "~/ui/parts/empty-state"
import { Loading } from "~/ui/parts/loading"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"
import { useCall } from "~/ui/parts/use-call"

/** A session lasts for 90 days at most. */
const dayOfYear = dateFormat({ day: "numeric", month: "long" })

const icons = { computer: Monitor, phone: Smartphone, handheld: TabletSmartphone }

/** The person's sessions. Ended ones stay in the list until it is opened again. */
export const Sessions = () => {
  const { value: sessions, failed, retry } = useCall(accountCalls.sessions, {})
  const [ended, setEnded] = useState<number[]>([])

  const end = async (ids: number[], work: () => Promise<unknown>) => {
    try {
      await work()
      setEnded((before) => [...before, ...ids])
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, account.endFailed) })
    }
  }

  if (!sessions) return failed ? <Failed text={account.sessionsFailed} onRetry={retry} /> : <Loading />
  const others = sessions.filter(({ id, current }) => !current && !ended.includes(id)).map(({ id }) => id)
  return (
    <div className="sessions">
      <ul className="divided">
        {sessions.map((session) => (
          <Row key={session.id} session={session} ended={ended.includes(session.id)} onEnd={end} />
        ))}
      </ul>
      <div className="sessions-foot row">
        <p className="grow fine muted">{account.sessionsHint}</p>
        {others.length > 0 && (
          <Button variant="danger-outline" onClick={() => end(others, () => call(accountCalls.endOtherSessions, {}))}>
            {account.endOthers}
          </Button>
        )}
      </div>
    </div>
  )
}

type RowProps = {
  session: ListedSession
  ended: boolean
  onEnd(ids: number[], work: () => Promise<unknown>): Promise<void>
}

const Row = ({ session: { id, current, userAgent, address, createdDate, lastSeenAt }, ended, onEnd }: RowProps) => {
  const Icon = icons[deviceKind(userAgent)]
  const name = deviceName(userAgent) ?? account.unknownDevice
  const used = current
    ? account.usedNow(dayOfYear(new Date(createdDate)))
    : ended
      ? account.endedNow
      : account.lastUsed(atTimeInText(lastSeenAt))
  return (
    <li className="row">
      <RowIcon>
        <Icon className="icon" />
      </RowIcon>
      <div className="grow breaks">
        <p className="truncate">{name}</p>
        <p className="fine muted numeric">
          {used}
          {address && ` · ${address}`}
        </p>
      </div>
      {current ? (
        <Tag kind="accent">{account.thisDevice}</Tag>
      ) : ended ? (
        <span className="row muted" role="status">
          <Check className="icon small" aria-hidden="true" />
          {account.ended}
        </span>
      ) : (
        <Button
          size="small"
          aria-label={account.endOf(name)}
          onClick={() => onEnd([id], () => call(accountCalls.endSession, { id }))}
        >
          {account.end}
        </Button>
      )}
    </li>
  )
}
