import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node"
import { type ClientLoaderFunctionArgs, type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react"
import { asksForShell, everyPlan, pageCall, pageUser, sealKeysOf } from "~/api/page.server"
import { localFirst, useLocalFirst } from "~/client/offline/local-first"
import type { plansHere } from "~/client/offline/plans-here"
import { accountCalls } from "~/contract/account"
import { invitationCalls } from "~/contract/invitation"
import { signInPath } from "~/contract/shared/return-url"
import { HomePage } from "~/ui/home/home-page"
import { homeTexts } from "~/ui/home/texts"
import { common } from "~/ui/parts/texts"
import { LostBar } from "~/ui/plan-page/lost-bar"
import { ShellPage } from "~/ui/top-bar/shell-page"

export const meta: MetaFunction = () => [{ title: `${homeTexts.title} · ${common.product}` }]

export const loader = async ({ request }: LoaderFunctionArgs) => {
  if (asksForShell(request)) return { user: null }
  const signedIn = await pageUser(request)
  if (!signedIn) throw redirect(signInPath(request.url))
  const [user, plans, invitations] = await Promise.all([
    pageCall(request, accountCalls.userProfile, {}),
    everyPlan(request),
    pageCall(request, invitationCalls.pendingOfUser, { userId: String(signedIn.id) }),
  ])
  return { user, plans, invitations, renderedAt: Date.now(), sealKeys: sealKeysOf(signedIn.id) }
}

const page = "plans"

type Part = NonNullable<Awaited<ReturnType<typeof plansHere>>>

export const clientLoader = (given: ClientLoaderFunctionArgs) =>
  localFirst<Awaited<ReturnType<typeof loader>>, Part>(page, given, async (userId) =>
    (await import("~/client/offline/plans-here")).plansHere(userId),
  )
clientLoader.hydrate = true as const

/** The query names what is open over the plans, which loads nothing. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate

export default function Index() {
  const data = useLoaderData<typeof clientLoader>()
  const waiting = useLocalFirst(page, data)
  return data.user ? (
    <HomePage {...data} notices={"isPart" in data ? null : <LostBar userId={data.user.id} plans={data.plans} />} />
  ) : (
    <ShellPage {...waiting} />
  )
}
