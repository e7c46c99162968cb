import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { pageSettings, pageUser } from "~/api/page.server"
import { accountCalls } from "~/contract/account"
import { isRefusal } from "~/contract/problem"
import { requestLink } from "~/domain/sign-in.server"
import { safeReturnUrl } from "~/rules/return-url"
import { LoginPage } from "~/ui/account/login-page"
import type { LinkAnswer } from "~/ui/account/request-link"
import { common } from "~/ui/texts/common"
import { login } from "~/ui/texts/login"

export const meta: MetaFunction = () => [{ title: `${login.title} · ${common.product}` }]

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url)
  const returnUrl = safeReturnUrl(searchParams.get("returnUrl"))
  const token = searchParams.get("token") || undefined
  const signedIn = (await pageUser(request)) !== null
  // With an invitation the browser keeps the token first, then leaves by itself.
  if (signedIn && !token) throw redirect(returnUrl)
  return {
    signedIn,
    returnUrl,
    token,
    linkError: searchParams.get("magicLinkError") || undefined,
    mailWaitsHere: pageSettings().mailWaitsHere,
  }
}

/** The form sent before, or without, the page's scripts. */
export const action = async ({
  request,
  context,
}: ActionFunctionArgs): Promise<{ email: string; answer: LinkAnswer }> => {
  const form = await request.formData()
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === "string" ? value.trim() : ""
  }
  const email = text("email")
  const asked = accountCalls.requestEmailSignIn.body.safeParse({
    email,
    returnUrl: text("returnUrl"),
    invitationToken: text("token"),
  })
  if (!asked.success) return { email, answer: { kind: "invalid", message: login.invalidEmail } }
  try {
    await requestLink({ ...asked.data, ip: context.clientIp, browser: undefined })
    return { email, answer: { kind: "sent", wait: 60 } }
  } catch (thrown) {
    if (!isRefusal(thrown) || thrown.problem.status !== 429) throw thrown
    const { message, retryAfter } = thrown.problem
    return { email, answer: { kind: "refused", message: message || login.tooSoon, wait: retryAfter } }
  }
}

export default function Login() {
  return <LoginPage {...useLoaderData<typeof loader>()} sent={useActionData<typeof action>()} />
}
