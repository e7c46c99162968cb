import { call } from "~/client/api"
import { adminCalls } from "~/contract/admin"
import { amount } from "~/contract/shared/language/format"
import { State } from "~/ui/admin/state"
import { adminTexts as words } from "~/ui/admin/texts"
import { Loading } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { usePolled } from "~/ui/parts/use-call"

const load = () => call(adminCalls.queues, {})

/** Jobs that are due longer than this are late, seconds. */
const late = 60

/** Jobs that wait, run and ended today, by kind of work. */
export const Queues = () => {
  const { value: queues, failed } = usePolled(load)
  if (failed) return <p role="alert">{words.failed}</p>
  if (!queues) return <Loading text={common.loading} />
  const names = [words.waiting, words.scheduled, words.running, words.doneToday, words.failedToday]
  return (
    <div className="admin-table surface">
      <table>
        <thead>
          <tr>
            <th scope="col">{words.queue}</th>
            {names.map((name) => (
              <th key={name} scope="col" className="numeric">
                {name}
              </th>
            ))}
            <th scope="col" className="numeric">
              {words.oldestWaiting}
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.map(({ name, waiting, scheduled, running, doneToday, failedToday, oldestSeconds }) => (
            <tr key={name}>
              <td data-label={words.queue}>
                <State good={(oldestSeconds ?? 0) < late || "warn"}>{words.queues[name]}</State>
              </td>
              {[waiting, scheduled, running, doneToday, failedToday].map((count, index) => (
                <td key={names[index]} className="numeric" data-label={names[index]}>
                  {amount("count", count)}
                </td>
              ))}
              <td className="numeric" data-label={words.oldestWaiting}>
                {oldestSeconds === null ? (
                  <span className="muted">{words.none}</span>
                ) : (
                  words.duration(Math.floor(oldestSeconds))
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
