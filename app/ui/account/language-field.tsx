import { useRevalidator } from "@remix-run/react"
import { useId, useState } from "react"
import { call } from "~/client/api"
import { isShownInOther, rememberPerson } from "~/client/offline/person"
import type { Profile } from "~/contract/account"
import { type Language, languageNames, languages } from "~/contract/shared/language/language"
import { userCalls } from "~/contract/user"
import { account } from "~/ui/account/texts"
import { FieldError } from "~/ui/parts/field"
import { useAttempt } from "~/ui/parts/use-attempt"

/** The person's language. A page in another one is loaded again. */
export const LanguageField = ({ user }: { user: Profile }) => {
  const id = useId()
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState(user.language)
  const { attempt, error } = useAttempt(account.languageFailed)
  const choose = async (language: Language | null) => {
    setChosen(language)
    if (!(await attempt(() => call(userCalls.update, { id: user.id, language })))) return setChosen(user.language)
    rememberPerson({ id: user.id, language })
    if (isShownInOther(language)) location.reload()
    else revalidate()
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {account.language}
      </label>
      <select
        id={id}
        className="input"
        value={chosen ?? ""}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => void choose(languages.find((each) => each === target.value) ?? null)}
      >
        <option value="">{account.browserLanguage}</option>
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
      {error && <FieldError>{error}</FieldError>}
      <p className="hint" id={`${id}-hint`}>
        {account.languageHint}
      </p>
    </div>
  )
}
