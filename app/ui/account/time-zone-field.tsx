import { useRevalidator } from "@remix-run/react"
import { useId, useState } from "react"
import { call } from "~/client/api"
import type { Profile } from "~/contract/account"
import { isTimeZone } from "~/contract/shared/time-zone"
import { userCalls } from "~/contract/user"
import { account } from "~/ui/account/texts"
import { Field } from "~/ui/parts/field"
import { useAttempt } from "~/ui/parts/use-attempt"

const readable = (zone: string) => zone.replaceAll("_", " ")
const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const zones = Intl.supportedValuesOf("timeZone")

/** A person's time zone, found by a part of its name. It is saved when it is one. */
export const TimeZoneField = ({ user }: { user: Profile }) => {
  const { revalidate } = useRevalidator()
  const [typed, setTyped] = useState<string>()
  const { attempt, error, setError } = useAttempt(account.timeZoneFailed)
  const list = useId()
  const save = async (text: string) => {
    const name = text.trim().replaceAll(" ", "_").toLowerCase()
    const zone = zones.find((each) => each.toLowerCase() === name) ?? (name === "utc" ? "UTC" : undefined)
    setError(zone && isTimeZone(zone) ? undefined : account.timeZoneUnknown)
    if (!zone || zone === user.timeZone) return
    await attempt(async () => {
      await call(userCalls.update, { id: user.id, timeZone: zone }, { keepalive: true })
      revalidate()
    })
  }
  return (
    <>
      <Field
        label={account.timeZone}
        // The browser's own is stored when a person who has none opens a page.
        value={typed ?? readable(user.timeZone ?? browserZone())}
        list={list}
        autoComplete="off"
        spellCheck={false}
        error={error}
        hint={account.timeZoneHint}
        // The whole list opens for a new choice.
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          const next = event.target.value
          setTyped(next)
          setError(undefined)
          if (zones.includes(next.replaceAll(" ", "_"))) void save(next)
        }}
        onBlur={() => typed !== undefined && void save(typed)}
      />
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone} value={readable(zone)} />
        ))}
      </datalist>
    </>
  )
}
