import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { consentAnswer, consentPage } from "~/api/oauth-page.server"
import { formToHeader } from "~/contract/shared/shell"
import { common } from "~/ui/parts/texts"
import { ConsentPage } from "~/ui/sign-in/consent-page"
import { consentTexts } from "~/ui/sign-in/consent-texts"

export const meta: MetaFunction = () => [
  { title: `${consentTexts.title} · ${common.product}` },
  { name: "robots", content: "noindex" },
]

export const headers: HeadersFunction = ({ loaderHeaders }) => withFormTo(loaderHeaders.get(formToHeader))

const withFormTo = (place: string | null | undefined): HeadersInit => (place ? { [formToHeader]: place } : {})

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { shown, formTo } = await consentPage(request, context.clientIp ?? "")
  return data(shown, {
    status: shown.state === "refused" ? 400 : 200,
    headers: withFormTo(formTo),
  })
}

export const action = async ({ request, context }: ActionFunctionArgs) =>
  data(await consentAnswer(request, context.clientIp ?? ""), { status: 400 })

export default function AuthorizeRoute() {
  const loaded = useLoaderData<typeof loader>()
  return <ConsentPage shown={useActionData<typeof action>() ?? loaded} />
}
