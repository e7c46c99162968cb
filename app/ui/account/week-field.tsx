import { useRevalidator } from "@remix-run/react"
import { useId, useState } from "react"
import { call } from "~/client/api"
import type { Profile } from "~/contract/account"
import { dateFormat } from "~/contract/shared/language/format"
import { type WeekStart, weekStartOf, weekStarts } from "~/contract/shared/language/week"
import { userCalls } from "~/contract/user"
import { account } from "~/ui/account/texts"
import { FieldError } from "~/ui/parts/field"
import { useAttempt } from "~/ui/parts/use-attempt"

const weekday = dateFormat({ weekday: "long", timeZone: "UTC" })
/** 1 February 2026 is a Sunday. */
const nameOf = (day: WeekStart) => weekday(Date.UTC(2026, 1, 1 + day))

/** The first day of the person's weeks. */
export const WeekField = ({ user }: { user: Profile }) => {
  const id = useId()
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState(user.weekStart ?? null)
  const { attempt, error } = useAttempt(account.weekFailed)
  const choose = async (weekStart: WeekStart | null) => {
    setChosen(weekStart)
    if (await attempt(() => call(userCalls.update, { id: user.id, weekStart }))) revalidate()
    else setChosen(user.weekStart)
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {account.weekStart}
      </label>
      <select
        id={id}
        className="input"
        value={chosen ?? ""}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => void choose(weekStarts.find((each) => String(each) === target.value) ?? null)}
      >
        <option value="">{account.weekOfLanguage(nameOf(weekStartOf(null)))}</option>
        {weekStarts.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}
