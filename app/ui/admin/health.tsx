import { useEffect, useState } from "react"
import { State } from "~/ui/admin/state"
import { adminTexts as words } from "~/ui/admin/texts"
import { Loading } from "~/ui/parts/spinner"

type Part = keyof typeof words.parts
type Readiness = Record<Part, string>

const every = 5_000
const parts: readonly Part[] = ["database", "realtime", "storage"]

/** What the product depends on, as its readiness says. */
export const Health = ({ version, hasOutbox }: { version: string; hasOutbox: boolean }) => {
  const [readiness, setReadiness] = useState<Readiness | "unreachable">()
  useEffect(() => {
    let open = true
    const check = () =>
      fetch("/readyz")
        .then((answer) => answer.json() as Promise<Readiness>)
        .then(
          (found) => open && setReadiness(found),
          () => open && setReadiness("unreachable"),
        )
    void check()
    const timer = setInterval(check, every)
    return () => {
      open = false
      clearInterval(timer)
    }
  }, [])
  if (!readiness) return <Loading text={words.checking} />
  return (
    <>
      {readiness === "unreachable" ? (
        <p role="alert">{words.unreachable}</p>
      ) : (
        <div className="admin-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{words.part}</th>
                <th scope="col">{words.state}</th>
                <th scope="col">{words.detail}</th>
              </tr>
            </thead>
            <tbody>
              {parts.map((part) => {
                const good = readiness[part] === "ok"
                return (
                  <tr key={part}>
                    <td data-label={words.part}>{words.parts[part]}</td>
                    <td data-label={words.state}>
                      <State good={good}>{good ? words.ready : words.failing}</State>
                    </td>
                    <td data-label={words.detail}>{good ? "" : readiness[part]}</td>
                  </tr>
                )
              })}
              <tr>
                <td data-label={words.part}>{words.mail}</td>
                <td data-label={words.state}>
                  <State good>{hasOutbox ? words.outbox : words.mailServer}</State>
                </td>
                <td data-label={words.detail}>{hasOutbox ? words.noMailServer : ""}</td>
              </tr>
            </tbody>
          </table>
        </div>
      )}
      <p className="muted">
        {words.version(version)} {words.refreshed}{" "}
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
