import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { enterLink, visitBy } from "~/api/visit.server"
import { common } from "~/ui/parts/texts"
import { LinkEnded, LinkPassword, PublicPage } from "~/ui/plan-page/public-page"

export const meta: MetaFunction = () => [{ title: common.product }, { name: "robots", content: "noindex, nofollow" }]

/** The address is a secret: no search engine stores it, and no other site learns it. */
export const headers: HeadersFunction = ({ loaderHeaders }) => ({
  "x-robots-tag": "noindex, nofollow",
  "referrer-policy": loaderHeaders.get("referrer-policy") ?? "no-referrer",
})

export const loader = async ({ request, params }: LoaderFunctionArgs) => {
  const visit = await visitBy(request, params.token ?? "")
  // With "no-referrer" the form's post would have "Origin: null", which is refused.
  const headers: HeadersInit = visit.state === "locked" ? { "referrer-policy": "strict-origin" } : {}
  return data(visit, { status: visit.state === "ended" ? 404 : 200, headers })
}

/** The password's form. */
export const action = async ({ request, params, context }: ActionFunctionArgs) => {
  const password = (await request.formData()).get("password")
  const entered = await enterLink(
    params.token ?? "",
    typeof password === "string" ? password : "",
    context.clientIp ?? "",
  )
  if ("cookie" in entered) throw redirect(new URL(request.url).pathname, { headers: { "set-cookie": entered.cookie } })
  return data({ error: entered.error }, { status: entered.status })
}

export default function PublicRoute() {
  const visit = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  if (visit.state === "open") return <PublicPage linkId={visit.linkId} visitKey={visit.visitKey} />
  return visit.state === "locked" ? <LinkPassword error={refused?.error} /> : <LinkEnded />
}
