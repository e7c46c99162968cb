import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { everyPlan, pageCall, pageUser } from "~/api/page.server"
import { accountCalls } from "~/contract/account"
import { signInPath } from "~/contract/shared/return-url"
import { MyWorkPage } from "~/ui/my-work/my-work-page"
import { workTexts } from "~/ui/my-work/texts"
import { common } from "~/ui/parts/texts"

export const meta: MetaFunction = () => [{ title: `${workTexts.title} · ${common.product}` }]

export const loader = async ({ request }: LoaderFunctionArgs) => {
  if (!(await pageUser(request))) throw redirect(signInPath(request.url))
  const [user, plans] = await Promise.all([pageCall(request, accountCalls.userProfile, {}), everyPlan(request)])
  return { user, plans }
}

export default function MyWorkRoute() {
  return <MyWorkPage {...useLoaderData<typeof loader>()} />
}
