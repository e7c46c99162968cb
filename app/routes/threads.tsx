import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react"
import { planPage } from "~/api/page.server"
import { localFirst } from "~/client/offline/local-first"
import { Loading } from "~/ui/parts/loading"
import { common } from "~/ui/parts/texts"
import { PlanRoute } from "~/ui/plan-page/plan-route"
import { threadTexts } from "~/ui/threads/texts"
import { ThreadsPage } from "~/ui/threads/threads-page"

export const meta: MetaFunction = () => [{ title: `${threadTexts.title} · ${common.product}` }]

export const loader = ({ request }: LoaderFunctionArgs) => planPage(request)

const page = "threads"

export const clientLoader = (given: ClientLoaderFunctionArgs) =>
  localFirst<Awaited<ReturnType<typeof loader>>>(page, given)
clientLoader.hydrate = true as const

export default function ThreadsRoute() {
  return (
    <PlanRoute
      page={page}
      path="/threads"
      data={useLoaderData<typeof clientLoader>()}
      open={(planId, user) => <ThreadsPage key={planId} planId={planId} user={user} />}
      waiting={() => <Loading text={threadTexts.loading} />}
    />
  )
}
