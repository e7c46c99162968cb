import { useRevalidator } from "@remix-run/react"
import { useState } from "react"
import { call, callPage } from "~/client/api"
import { adminCalls } from "~/contract/admin"
import { ListFrame } from "~/ui/admin/list-frame"
import { adminTexts as words } from "~/ui/admin/texts"
import { useAdminList } from "~/ui/admin/use-list"
import { Button } from "~/ui/parts/button"
import { atTime } from "~/ui/parts/dates"
import { messageOf } from "~/ui/parts/message-of"
import { showToast } from "~/ui/parts/toast"

const load = (_q: string, before: number | undefined) => callPage(adminCalls.jobs, { before })

const columns = () => [
  { name: words.job },
  { name: words.about },
  { name: words.lastError },
  { name: words.tries, isFigure: true },
  { name: words.failedAt },
  { name: words.state },
]

const nameOf = (kind: string) => words.jobKinds[kind] ?? kind

/** Jobs that were given up. */
export const Jobs = () => {
  const list = useAdminList(load)
  const [busy, setBusy] = useState(false)
  // The page counts them beside the section's name.
  const { revalidate } = useRevalidator()
  const settle = async (id: number, work: () => Promise<unknown>) => {
    try {
      await work()
      list.change(id, null)
    } catch (thrown) {
      showToast({ kind: "error", text: messageOf(thrown, words.notDone) })
    }
  }
  const retried = (id: number) => settle(id, () => call(adminCalls.retryJob, { id }))
  const retry = (id: number) => retried(id).then(revalidate)
  const discard = (id: number) => settle(id, () => call(adminCalls.dropJob, { id })).then(revalidate)
  const retryAll = async () => {
    setBusy(true)
    for (const { id } of list.rows ?? []) await retried(id)
    setBusy(false)
    list.reload()
    revalidate()
  }
  return (
    <>
      <div className="admin-lead">
        <p className="muted">{words.jobsHint}</p>
        {(list.rows?.length ?? 0) > 1 && (
          <Button size="small" busy={busy} onClick={retryAll}>
            {words.retryAll}
          </Button>
        )}
      </div>
      <ListFrame list={list} empty={words.noJobs} columns={columns()}>
        {(rows) =>
          rows.map(({ id, kind, about, error, attempts, failedDate }) => (
            <tr key={id}>
              <td data-label={words.job}>{nameOf(kind)}</td>
              <td data-label={words.about}>{about}</td>
              <td data-label={words.lastError} className="admin-error">
                <span dir="auto">{error}</span>
              </td>
              <td className="figure" data-label={words.tries}>
                {attempts}
              </td>
              <td data-label={words.failedAt}>{atTime(failedDate)}</td>
              <td data-label={words.state}>
                <span className="admin-state">
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
    </>
  )
}
