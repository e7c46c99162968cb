import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { askForLink, providerFailure } from "~/api/account-raw.server"
import { pagePayer, pageSettings } from "~/api/page.server"
import { accountCalls } from "~/contract/account"
import { isRefusal } from "~/contract/problem"
import { limits } from "~/contract/shared/bounds"
import { safeReturnUrl } from "~/contract/shared/return-url"
import { arrivalBy } from "~/domain/invitation.server"
import { common } from "~/ui/parts/texts"
import { LoginPage } from "~/ui/sign-in/login-page"
import type { LinkAnswer } from "~/ui/sign-in/request-link"
import { login } from "~/ui/sign-in/texts"

export const meta: MetaFunction = () => [{ title: `${login.title} · ${common.product}` }]

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url)
  const returnUrl = safeReturnUrl(searchParams.get("returnUrl"))
  const token = searchParams.get("token") || undefined
  const person = await pagePayer(request)
  // With an invitation, the browser stores the token before it navigates.
  if (person && !token) throw redirect(returnUrl)
  return {
    personId: person?.id ?? null,
    returnUrl,
    token,
    invitation: token ? await arrivalBy(token, person) : undefined,
    linkError: searchParams.get("magicLinkError") || undefined,
    providerFailure: providerFailure(request),
    ...pageSettings(),
  }
}

type Sent = { email: string; answer: LinkAnswer }

/** Handles the form when it is submitted before or without the page's scripts. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { searchParams } = new URL(request.url)
  const typed = (await request.formData()).get("email")
  // The page shows it again.
  const email = typeof typed === "string" ? typed.trim().slice(0, 2 * limits.address) : ""
  const answered = (answer: LinkAnswer, headers?: HeadersInit) => data<Sent>({ email, answer }, { headers })

  const asked = accountCalls.requestEmailSignIn.body.safeParse({
    email,
    returnUrl: searchParams.get("returnUrl"),
    invitationToken: searchParams.get("token"),
  })
  if (!asked.success) return answered({ kind: "invalid", message: login.invalidEmail })
  try {
    const cookie = await askForLink(request, asked.data, context.clientIp ?? "")
    return answered({ kind: "sent", wait: 60 }, { "set-cookie": cookie })
  } catch (thrown) {
    if (!isRefusal(thrown) || thrown.problem.status !== 429) throw thrown
    const { message, retryAfter } = thrown.problem
    return answered({ kind: "refused", message: message || login.tooSoon, wait: retryAfter })
  }
}

export default function Login() {
  return <LoginPage {...useLoaderData<typeof loader>()} sent={useActionData<typeof action>()} />
}
