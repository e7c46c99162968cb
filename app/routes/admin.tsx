import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node"
import { useLoaderData, useSearchParams } from "@remix-run/react"
import { pageCall, pageSettings, pageUser } from "~/api/page.server"
import { accountCalls } from "~/contract/account"
import { adminCalls } from "~/contract/admin"
import { canInSystem } from "~/contract/capability"
import { signInPath } from "~/contract/shared/return-url"
import { AdminPage } from "~/ui/admin/admin-page"
import { adminSections, adminTexts } from "~/ui/admin/texts"
import { common } from "~/ui/parts/texts"

export const meta: MetaFunction = () => [{ title: `${adminTexts.title} · ${common.product}` }]

export const loader = async ({ request }: LoaderFunctionArgs) => {
  if (!(await pageUser(request))) throw redirect(signInPath(request.url))
  const user = await pageCall(request, accountCalls.userProfile, {})
  if (!canInSystem(user.role, "administer")) throw redirect("/")
  const totals = await pageCall(request, adminCalls.totals, {})
  return { user, totals, mailsAreFiles: pageSettings().mailsAreFiles }
}

export default function AdminRoute() {
  const [search] = useSearchParams()
  const section = adminSections.find((each) => each === search.get("section")) ?? "accounts"
  return <AdminPage {...useLoaderData<typeof loader>()} section={section} />
}
