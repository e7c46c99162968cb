import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react"
import { firstBoard, planPage } from "~/api/page.server"
import { localFirst } from "~/client/offline/local-first"
import { BoardSkeleton } from "~/ui/board/board-skeleton"
import { common } from "~/ui/parts/texts"
import { BoardPage } from "~/ui/plan-page/board-page"
import { PlanRoute } from "~/ui/plan-page/plan-route"

export const meta: MetaFunction = () => [{ title: common.product }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const [data, board] = await Promise.all([planPage(request), firstBoard(request)])
  if (board && data.user) context.firstCards = { board, user: data.user }
  return data
}

const page = "board"

export const clientLoader = (given: ClientLoaderFunctionArgs) =>
  localFirst<Awaited<ReturnType<typeof loader>>>(page, given)
clientLoader.hydrate = true as const

export default function BoardRoute() {
  return (
    <PlanRoute
      page={page}
      path="/board"
      data={useLoaderData<typeof clientLoader>()}
      open={(planId, user) => <BoardPage key={planId} planId={planId} user={user} />}
      waiting={(planId) => <BoardSkeleton planId={planId} />}
    />
  )
}
