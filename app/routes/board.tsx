import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node"
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react"
import { asksForShell, boardAhead, pageCall, pageUser } from "~/api/page.server"
import { localFirst, useLocalFirst } from "~/client/offline/local-first"
import { accountCalls } from "~/contract/account"
import { readId } from "~/contract/deep-link"
import { signInPath } from "~/contract/return-url"
import { BoardSkeleton } from "~/ui/board/board-skeleton"
import { Loading } from "~/ui/parts/spinner"
import { common } from "~/ui/parts/texts"
import { BoardPage } from "~/ui/plan-page/board-page"
import { usePlanInAddress } from "~/ui/plan-page/use-plan-in-address"
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
  const planId = usePlanInAddress("/board")
  useAfterSignIn()
  if (planId === undefined) return <Loading />
  if (user) return <BoardPage key={planId} planId={planId} user={user} />
  return (
    <ShellPage {...waiting}>
      <BoardSkeleton planId={planId} />
    </ShellPage>
  )
}
