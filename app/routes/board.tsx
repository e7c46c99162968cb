import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node"
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from "@remix-run/react"
import { useEffect, useState } from "react"
import { asksForShell, boardAhead, pageCall, pageUser } from "~/api/page.server"
import { savedDeepLink, selectedPlan } from "~/client/browser-memory"
import { keepsDialogs } from "~/client/history-guard"
import { localFirst, useLocalFirst } from "~/client/offline/local-first"
import { accountCalls } from "~/contract/account"
import { boardAddress, readBoardAddress, readId } from "~/contract/deep-link"
import { signInPath } from "~/contract/return-url"
import { BoardSkeleton } from "~/ui/board/board-skeleton"
import { Loading } from "~/ui/parts/spinner"
import { common } from "~/ui/parts/texts"
import { PlanPage } from "~/ui/plan-page/plan-page"
import { useAfterSignIn } from "~/ui/sign-in/after-sign-in"
import { ShellPage } from "~/ui/top-bar/shell-page"

export const meta: MetaFunction = () => [{ title: common.product }]

export const loader = async ({ request }: LoaderFunctionArgs) => {
  if (asksForShell(request)) return { user: null }
  if (!(await pageUser(request))) throw redirect(signInPath(request.url))
  const planId = readId(new URL(request.url).searchParams.get("planId"))
  if (planId) void boardAhead(request, planId)
  return { user: await pageCall(request, accountCalls.userProfile, {}) }
}

const page = "board"

export const clientLoader = (given: ClientLoaderFunctionArgs) =>
  localFirst<Awaited<ReturnType<typeof loader>>>(page, given)
clientLoader.hydrate = true as const

/** Opens the plan in the address, else this tab's current plan, else My Plans. */
export default function BoardRoute() {
  const data = useLoaderData<typeof clientLoader>()
  const { user } = data
  const waiting = useLocalFirst(page, data)
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const named = search.get("planId")
  const [planId, setPlanId] = useState<number>()
  useAfterSignIn()

  useEffect(() => {
    const id = readId(named)
    if (id) selectedPlan.write(id)
    // After a reload with an open dialog, the board updates that address itself.
    if (named !== null && !(id && keepsDialogs())) {
      const link = id && readBoardAddress(search)
      if (link) savedDeepLink.write(link)
      else savedDeepLink.clear()
      if (id) window.history.replaceState(window.history.state, "", boardAddress(id))
    }
    const opened = id ?? selectedPlan.read()
    if (opened === undefined) navigate("/", { replace: true })
    else setPlanId(opened)
  }, [named, search, navigate])

  if (planId === undefined) return <Loading />
  if (user) return <PlanPage key={planId} planId={planId} user={user} />
  return (
    <ShellPage {...waiting}>
      <BoardSkeleton planId={planId} />
    </ShellPage>
  )
}
