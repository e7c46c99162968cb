// inLanguageOf(request, work): answers a request in its sender's language.

import { acceptedIn, bestOf, type Tag } from "~/contract/shared/language/language"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import { speaking } from "~/outside/speaking.server"
import { chosenLanguage } from "./session-cookie.server"

export const inLanguageOf = async <Result>(request: Request, work: () => Promise<Result>): Promise<Result> =>
  speaking(await languageOf(request), work)

/** What the person has chosen, and otherwise what the browser asks for. */
const languageOf = async (request: Request): Promise<Tag> => {
  // Without a database the answer itself says what is wrong.
  const chosen = await chosenLanguage(request).catch(() => null)
  return (
    chosen ?? bestOf(acceptedIn(request.headers.get("accept-language")), new URL(accountOptions().publicUrl).hostname)
  )
}
