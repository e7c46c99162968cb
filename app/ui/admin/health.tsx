import { call } from "~/client/api"
import { adminCalls, type Health as HealthNow } from "~/contract/admin"
import { amount, dateFormat, numberFormat } from "~/contract/shared/language/format"
import { State } from "~/ui/admin/state"
import { adminTexts as words } from "~/ui/admin/texts"
import { atTimeInText } from "~/ui/parts/dates"
import { Loading } from "~/ui/parts/loading"
import { usePolled } from "~/ui/parts/use-call"

const load = () => call(adminCalls.health, {})

const bytes = (value: number) => amount("bytes", value)
const count = (value: number) => amount("count", value)
const ms = numberFormat({ maximumFractionDigits: 1 })
const clock = dateFormat({ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" })

type Row = {
  part: keyof typeof words.parts
  /** Undefined: not set up. */
  good: boolean | "warn" | undefined
  state: string
  detail: string
  p50?: number | null
  p95?: number | null
  isChecked?: true
}

const checkedRow = (
  part: Row["part"],
  { fault, p50, p95 }: { fault: string | null; p50: number | null; p95: number | null },
  detail: string,
): Row => ({
  part,
  p50,
  p95,
  isChecked: true,
  good: fault === null,
  state: fault === null ? words.ready : words.failing,
  detail: fault === null ? detail : [fault, detail].filter((text) => text !== "").join(", "),
})

const rowsOf = ({ database, realtime, storage, mail, model, billing }: HealthNow): Row[] => {
  const { sockets, channels } = realtime
  const full = storage.fullPercent === null ? "" : words.diskFull(storage.fullPercent)
  return [
    checkedRow(
      "database",
      database,
      words.databaseDetail(count(database.connections), count(database.mostConnections), bytes(database.bytes)),
    ),
    checkedRow(
      "realtime",
      realtime,
      sockets === null || channels === null ? "" : words.realtimeDetail(sockets, channels),
    ),
    checkedRow(
      "storage",
      storage,
      [words.storageDetail(storage.files, bytes(storage.bytes)), full].filter((text) => text !== "").join(", "),
    ),
    {
      part: "mail",
      good: mail.retrying > 0 ? false : mail.server || "warn",
      state: mail.retrying > 0 ? words.failing : mail.server ? words.ready : words.mailFiles,
      detail: [
        mail.server ? words.mailServer : words.noMailServer,
        ...(mail.retrying > 0 ? [words.retrying(mail.retrying)] : []),
      ].join(", "),
    },
    {
      part: "model",
      good: model === null ? undefined : true,
      state: model === null ? words.notSetUp : words.ready,
      detail: model ?? words.rulesOnly,
    },
    billing === null
      ? { part: "billing", good: undefined, state: words.notSetUp, detail: words.nobodyPays }
      : {
          part: "billing",
          good: true,
          state: words.ready,
          p50: billing.p50,
          p95: billing.p95,
          detail: billing.lastWebhook ? words.lastWebhook(atTimeInText(billing.lastWebhook)) : words.noWebhook,
        },
  ]
}

/** The services that the product depends on, with their state. */
export const Health = () => {
  const { value: health, failed } = usePolled(load)
  if (failed) return <p role="alert">{words.unreachable}</p>
  if (!health) return <Loading text={words.checking} />
  return (
    <>
      <div className="admin-table surface">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.part}</th>
              <th scope="col">{words.state}</th>
              <th scope="col">{words.detail}</th>
              <th scope="col" className="numeric">
                p50
              </th>
              <th scope="col" className="numeric">
                p95
              </th>
              <th scope="col" className="numeric">
                {words.checked}
              </th>
            </tr>
          </thead>
          <tbody>
            {rowsOf(health).map(({ part, good, state, detail, p50, p95, isChecked }) => (
              <tr key={part}>
                <td data-label={words.part}>{words.parts[part]}</td>
                <td data-label={words.state}>
                  <State good={good}>{state}</State>
                </td>
                <td data-label={words.detail} className="admin-detail">
                  {detail}
                </td>
                <td data-label="p50" className="numeric">
                  {p50 != null && words.ms(ms(p50))}
                </td>
                <td data-label="p95" className="numeric">
                  {p95 != null && words.ms(ms(p95))}
                </td>
                <td className="numeric" data-label={words.checked}>
                  {isChecked && clock(new Date(health.checked))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {health.doubles?.map(({ id, email, has }) => (
        <p key={id} className="admin-detail">
          {words.double(email, has.email)}
        </p>
      ))}
      <p className="muted">
        {words.version(health.version, atTimeInText(health.started))} {words.refreshed}{" "}
        <a href="/readyz" dir="ltr">
          /readyz
        </a>{" "}
        <a href="/metrics" dir="ltr">
          /metrics
        </a>
      </p>
    </>
  )
}
