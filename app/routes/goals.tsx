import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { type ClientLoaderFunctionArgs, useLoaderData, useSearchParams } from "@remix-run/react"
import { asksForShell, firstGoals, planPage } from "~/api/page.server"
import { localFirst, useLocalFirst } from "~/client/offline/local-first"
import { dueDayOf } from "~/contract/fields/field"
import { readId } from "~/contract/shared/deep-link"
import { MyGoalsPage } from "~/ui/goals/my-goals-page"
import { goalsTexts } from "~/ui/goals/texts"
import { Loading } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { GoalsPage } from "~/ui/plan-page/goals-page"
import { PlanRoute } from "~/ui/plan-page/plan-route"
import { ShellPage } from "~/ui/top-bar/shell-page"

export const meta: MetaFunction = () => [{ title: `${goalsTexts.title} · ${common.product}` }]

const hasPlan = (search: URLSearchParams) => readId(search.get("planId")) !== undefined

export const loader = async ({ request }: LoaderFunctionArgs) => {
  if (asksForShell(request) || hasPlan(new URL(request.url).searchParams)) return planPage(request)
  const [data, goals] = await Promise.all([planPage(request), firstGoals(request)])
  return data.user ? { ...data, goals, today: dayIn(data.user.timeZone) } : data
}

/** A person's calendar day, which the browser knows better once it draws. */
const dayIn = (timeZone: string | null) => dueDayOf(new Date().toISOString(), timeZone ?? undefined)?.slice(0, 10) ?? ""

const page = "goals"
const everyPlan = "goals.all"

export const clientLoader = (given: ClientLoaderFunctionArgs) =>
  localFirst<Awaited<ReturnType<typeof loader>>>(
    hasPlan(new URL(given.request.url).searchParams) ? page : everyPlan,
    given,
  )
clientLoader.hydrate = true as const

/** The goals of the plan in the address; without one, those of all plans. */
export default function GoalsRoute() {
  const data = useLoaderData<typeof clientLoader>()
  const [search] = useSearchParams()
  return hasPlan(search) ? (
    <PlanRoute
      page={page}
      path="/goals"
      data={data}
      open={(planId, user) => <GoalsPage key={planId} planId={planId} user={user} />}
      waiting={() => <Loading text={goalsTexts.loading} />}
    />
  ) : (
    <AllGoals data={data} />
  )
}

const AllGoals = ({ data }: { data: ReturnType<typeof useLoaderData<typeof clientLoader>> }) => {
  const waiting = useLocalFirst(everyPlan, data)
  return data.user ? <MyGoalsPage {...data} user={data.user} page={everyPlan} /> : <ShellPage {...waiting} />
}
