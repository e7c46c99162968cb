import { useRevalidator } from "@remix-run/react"
import { useState } from "react"
import { call } from "~/client/api"
import type { Profile } from "~/contract/account"
import { userCalls } from "~/contract/user"
import { Field } from "~/ui/parts/field"
import { SaveStatus } from "~/ui/parts/save-status"
import { useAutosave } from "~/ui/parts/use-autosave"
import { account } from "~/ui/texts/account"

/** The name saves itself 500 ms after the last key; the address is the account and stays. */
export const ProfileEdit = ({ user }: { user: Profile }) => {
  const { revalidate } = useRevalidator()
  const [name, setName] = useState(user.userName)
  const blank = name.trim() === ""
  const { state, change, flush } = useAutosave(500, async (userName: string) => {
    await call(userCalls.update, { id: user.id, userName })
    revalidate()
  })
  return (
    <div className="profile-edit">
      <Field
        label={account.name}
        value={name}
        maxLength={100}
        autoComplete="name"
        error={blank ? account.nameNeeded : undefined}
        onChange={(event) => {
          const next = event.target.value
          setName(next)
          change(next.trim() === "" ? undefined : next.trim())
        }}
        onBlur={flush}
      />
      <Field label={account.email} value={user.email} readOnly />
      <SaveStatus state={state} />
    </div>
  )
}
