import { type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useNavigate, useParams, useSearchParams } from "@remix-run/react"
import { useEffect } from "react"
import { pageUser } from "~/api/page.server"
import { savedDeepLink, selectedPlan } from "~/client/memory/selected-plan"
import { boardOfPlan, readDeepLink, readId } from "~/contract/shared/deep-link"
import { Loading } from "~/ui/parts/loading"

/** The board's address for a deep link. It carries everything, because a sign-in mail may open in another tab or browser. */
const boardOf = (planId: number, rest: string, menu: string | null) => boardOfPlan(planId, readDeepLink(rest, menu))

export const loader = async ({ request, params }: LoaderFunctionArgs) => {
  const planId = readId(params.planId)
  if (!planId) throw redirect("/")
  const menu = new URL(request.url).searchParams.get("menu")
  if (await pageUser(request)) throw redirect(boardOf(planId, params["*"] ?? "", menu))
  return null
}

/** A deep link opened while signed out: stores its target in this browser and continues with sign-in. */
export default function DeepLinkRoute() {
  const { planId: idText, "*": rest = "" } = useParams()
  const [search] = useSearchParams()
  const menu = search.get("menu")
  const navigate = useNavigate()
  useEffect(() => {
    const planId = readId(idText)
    if (!planId) return
    selectedPlan.write(planId)
    const link = readDeepLink(rest, menu)
    if (link) savedDeepLink.write(link)
    else savedDeepLink.clear()
    navigate(`/login?returnUrl=${encodeURIComponent(boardOf(planId, rest, menu))}`, { replace: true })
  }, [idText, rest, menu, navigate])
  return <Loading />
}
