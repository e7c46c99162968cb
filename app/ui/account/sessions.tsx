import { useCallback, useEffect, useState } from "react"
import { call } from "~/client/api"
import { accountCalls, type ListedSession } from "~/contract/account"
import { deviceName } from "~/rules/device-name"
import { account } from "~/ui/account/texts"
import { Button } from "~/ui/parts/button"
import { Failed } from "~/ui/parts/failed"
import { messageOf } from "~/ui/parts/message-of"
import { RelativeTime } from "~/ui/parts/relative-time"
import { Loading } from "~/ui/parts/spinner"
import { showToast } from "~/ui/parts/toast"

/** Where the person is signed in. Ended sessions stay in the list until it is opened again. */
export const Sessions = () => {
  const [sessions, setSessions] = useState<ListedSession[] | "failed">()
  const [ended, setEnded] = useState<number[]>([])
  const load = useCallback(() => {
    setSessions(undefined)
    call(accountCalls.sessions, {}).then(setSessions, () => setSessions("failed"))
  }, [])
  useEffect(load, [load])

  const end = async (ids: number[], work: () => Promise<unknown>) => {
    try {
      await work()
      setEnded((before) => [...before, ...ids])
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, account.endFailed) })
    }
  }

  if (sessions === "failed") return <Failed text={account.sessionsFailed} onRetry={load} />
  if (!sessions) return <Loading />
  const others = sessions.filter(({ id, current }) => !current && !ended.includes(id)).map(({ id }) => id)
  return (
    <div className="sessions">
      <ul>
        {sessions.map((session) => (
          <li key={session.id} className="row">
            <div className="grow">
              <p className="truncate">{deviceName(session.userAgent) ?? account.unknownDevice}</p>
              <p className="muted truncate">
                {session.current ? account.thisDevice : <LastUsed {...session} />}
                {session.address && ` · ${session.address}`}
              </p>
            </div>
            {ended.includes(session.id) ? (
              <span className="muted" role="status">
                {account.ended}
              </span>
            ) : (
              !session.current && (
                <Button
                  size="small"
                  aria-label={account.endOf(deviceName(session.userAgent) ?? account.unknownDevice)}
                  onClick={() => end([session.id], () => call(accountCalls.endSession, { id: session.id }))}
                >
                  {account.end}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
      <p className="muted">{account.sessionsHint}</p>
      {others.length > 0 && (
        <Button variant="danger-outline" onClick={() => end(others, () => call(accountCalls.endOtherSessions, {}))}>
          {account.endOthers}
        </Button>
      )}
    </div>
  )
}

const LastUsed = ({ lastSeenAt }: ListedSession) => (
  <RelativeTime at={lastSeenAt} renderedAt={Date.now()} words={account.lastUsed} />
)
