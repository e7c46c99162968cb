// inLanguageOf(request, work): answers a request in its sender's language.

import { acceptedIn, bestOf, mirrored, mirroredCookie, type Tag } from "~/contract/language/language"
import { isLoopback } from "~/contract/loopback"
import { people } from "~/domain/people.server"
import { speaking } from "~/outside/speaking.server"
import { chosenLanguage, cookiesOf } from "./session-cookie.server"

export const inLanguageOf = async <Result>(request: Request, work: () => Promise<Result>): Promise<Result> =>
  speaking(await languageOf(request), work)

/** What the person has chosen, and otherwise what the browser asks for. */
const languageOf = async (request: Request): Promise<Tag> => {
  if (cookiesOf(request, mirroredCookie).includes("1") && isLoopback(new URL(people().publicUrl).hostname))
    return mirrored
  // Without a database the answer itself says what is wrong.
  const chosen = await chosenLanguage(request).catch(() => null)
  return chosen ?? bestOf(acceptedIn(request.headers.get("accept-language")))
}
