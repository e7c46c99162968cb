import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node"
import { type ShouldRevalidateFunction, useLoaderData, useNavigate, useSearchParams } from "@remix-run/react"
import { lazy, Suspense, useEffect, useState } from "react"
import { pageCall, pageUser } from "~/api/page.server"
import { savedDeepLink, selectedPlan } from "~/client/browser-memory"
import { keepsDialogs } from "~/client/history-guard"
import { accountCalls } from "~/contract/account"
import { readBoardAddress, readId } from "~/rules/deep-link"
import { signInPath } from "~/rules/return-url"
import { useAfterSignIn } from "~/ui/account/after-sign-in"
import { Loading } from "~/ui/parts/spinner"
import { common } from "~/ui/texts/common"

const BoardPage = lazy(async () => ({ default: (await import("~/ui/board/board-page")).BoardPage }))

export const meta: MetaFunction = () => [{ title: common.product }]

export const loader = async ({ request }: LoaderFunctionArgs) => {
  if (!(await pageUser(request))) throw redirect(signInPath(request.url))
  return { user: await pageCall(request, accountCalls.userProfile, {}) }
}

/** Cleaning the address is no reason to ask the server again. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search && !formMethod
    ? false
    : defaultShouldRevalidate

/** The plan of the address, else the one this tab works in; without either, My Plans. */
export default function BoardRoute() {
  const { user } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const named = search.get("planId")
  const [planId, setPlanId] = useState<number>()
  useAfterSignIn()

  useEffect(() => {
    if (named === null) {
      const selected = selectedPlan.read()
      if (selected === undefined) navigate("/", { replace: true })
      else setPlanId(selected)
      return
    }
    const id = readId(named)
    if (id) selectedPlan.write(id)
    // Loaded again with a dialog open: the board keeps that address in step itself.
    if (id && keepsDialogs()) return setPlanId(id)
    const link = readBoardAddress(search)
    if (id && link) savedDeepLink.write(link)
    navigate("/board", { replace: true })
  }, [named, search, navigate])

  if (planId === undefined) return <Loading />
  return (
    <Suspense fallback={<Loading />}>
      <BoardPage key={planId} planId={planId} user={user} />
    </Suspense>
  )
}
