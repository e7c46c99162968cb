import { useRevalidator } from "@remix-run/react"
import { useEffect, useState } from "react"
import { call, callListPage } from "~/client/api"
import { adminCalls } from "~/contract/admin"
import { amount } from "~/contract/shared/language/format"
import { ListFrame } from "~/ui/admin/list-frame"
import { Queues } from "~/ui/admin/queues"
import { adminTexts as words } from "~/ui/admin/texts"
import { useAdminList } from "~/ui/admin/use-list"
import { Button } from "~/ui/parts/button"
import { atTime } from "~/ui/parts/dates"
import { showToast } from "~/ui/parts/toast/toast"
import { messageOf } from "~/ui/parts/use-attempt"

const load = (_q: string, before: number | undefined) => callListPage(adminCalls.jobs, { before })

const columns = () => [
  { name: words.job },
  { name: words.about },
  { name: words.lastError },
  { name: words.tries, isFigure: true },
  { name: words.failedAt },
  { name: words.menu, isHidden: true },
]

const nameOf = (kind: string) => words.jobKinds[kind] ?? kind

/** Jobs that were given up, and how the others get on. `dead`: how many the page has counted. */
export const Jobs = ({ dead }: { dead: number }) => {
  const list = useAdminList(load)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const { reload } = list
  // Jobs die, and other administrators retry them, while the page is open.
  useEffect(() => {
    const timer = setInterval(revalidate, 5_000)
    return () => clearInterval(timer)
  }, [revalidate])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another count, another list
  useEffect(reload, [dead, reload])
  const settle = async (work: () => Promise<unknown>, id?: number) => {
    try {
      await work()
      if (id !== undefined) list.change(id, null)
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, words.notDone) })
    }
    revalidate()
  }
  const retry = (id: number) => settle(() => call(adminCalls.retryJob, { id }), id)
  const discard = (id: number) => settle(() => call(adminCalls.dropJob, { id }), id)
  const retryAll = async () => {
    setBusy(true)
    await settle(() => call(adminCalls.retryJobs, {}))
    setBusy(false)
    reload()
  }
  return (
    <>
      <div className="row admin-lead">
        <h2>
          {words.deadJobs} <span className="muted">{amount("count", dead)}</span>
        </h2>
        {dead > 0 && (
          <Button size="small" busy={busy} onClick={retryAll}>
            {words.retryAll}
          </Button>
        )}
      </div>
      <p className="muted">{words.jobsHint}</p>
      <ListFrame list={list} empty={words.noJobs} columns={columns()}>
        {(rows) =>
          rows.map(({ id, kind, about, error, attempts, failedDate }) => (
            <tr key={id}>
              <td data-label={words.job}>{nameOf(kind)}</td>
              <td data-label={words.about}>{about}</td>
              <td data-label={words.lastError} className="admin-error">
                <span dir="auto">{error}</span>
              </td>
              <td className="numeric" data-label={words.tries}>
                {attempts}
              </td>
              <td data-label={words.failedAt}>{atTime(failedDate)}</td>
              <td className="admin-actions">
                <span className="row slim admin-state">
                  <Button size="small" aria-label={words.retryOf(nameOf(kind))} onClick={() => retry(id)}>
                    {words.retry}
                  </Button>
                  <Button
                    size="small"
                    variant="ghost"
                    aria-label={words.discardOf(nameOf(kind))}
                    onClick={() => discard(id)}
                  >
                    {words.discard}
                  </Button>
                </span>
              </td>
            </tr>
          ))
        }
      </ListFrame>
      <h2>{words.queuesTitle}</h2>
      <Queues />
    </>
  )
}
