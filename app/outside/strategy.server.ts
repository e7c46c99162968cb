// runStrategy(strategy, request, session): one step of a remix-auth strategy, over a session in memory. The product
// signs and stores the session's contents, and starts its own sessions.
import type { Session, SessionStorage } from "@remix-run/node"
import { Authenticator, type Strategy } from "remix-auth"

type Options = { successRedirect?: string; failureRedirect?: string; context?: { formData?: FormData } }

/** The user, or where the strategy redirects to. Throws a refusal that has no `failureRedirect`. */
export const runStrategy = async <User>(
  strategy: Strategy<User, never>,
  request: Request,
  session: Session,
  options: Options = {},
): Promise<{ user: User } | { redirect: string }> => {
  const storage: SessionStorage = {
    getSession: async () => session,
    commitSession: async () => "",
    destroySession: async () => "",
  }
  const authenticator = new Authenticator<User>(storage, { throwOnError: true }).use(strategy)
  try {
    return { user: await authenticator.authenticate(strategy.name, request, options) }
  } catch (thrown) {
    if (thrown instanceof Response) return { redirect: thrown.headers.get("location") ?? "" }
    throw thrown
  }
}
