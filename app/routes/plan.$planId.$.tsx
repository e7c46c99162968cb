import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData, useNavigate, useParams, useSearchParams } from "@remix-run/react"
import { useEffect } from "react"
import { pageUser } from "~/api/page.server"
import { savedDeepLink, selectedPlan } from "~/client/browser-memory"
import { boardAddress, readDeepLink, readId } from "~/rules/deep-link"
import { Loading } from "~/ui/parts/spinner"

export const loader = async ({ request }: LoaderFunctionArgs) => ({ signedIn: (await pageUser(request)) !== null })

/** A link into a plan: keeps what it names in this browser and goes on to the board, by way of signing in where needed. */
export default function DeepLinkRoute() {
  const { signedIn } = useLoaderData<typeof loader>()
  const { planId: idText, "*": rest = "" } = useParams()
  const [search] = useSearchParams()
  const menu = search.get("menu")
  const navigate = useNavigate()
  useEffect(() => {
    const planId = readId(idText)
    if (planId === undefined) {
      navigate("/", { replace: true })
      return
    }
    selectedPlan.write(planId)
    const link = readDeepLink(rest, menu)
    if (link) savedDeepLink.write(link)
    else savedDeepLink.clear()
    // All of it goes along in the address: the link in the sign-in mail may open a tab, or a browser, that has none of it.
    const board = link ? boardAddress(planId, link) : `/board?planId=${planId}`
    navigate(signedIn ? board : `/login?returnUrl=${encodeURIComponent(board)}`, { replace: true })
  }, [signedIn, idText, rest, menu, navigate])
  return <Loading />
}
