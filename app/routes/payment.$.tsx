import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { pageCall, pagePayer } from "~/api/page.server"
import { paymentCalls } from "~/contract/payment"
import { common } from "~/ui/parts/texts"
import { PaymentPage } from "~/ui/payment/payment-page"
import { payment } from "~/ui/payment/texts"

export const meta: MetaFunction = () => [{ title: `${payment.title} · ${common.product}` }]

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const payer = await pagePayer(request)
  return { payer, subscription: payer && (await pageCall(request, paymentCalls.subscriptionStatus, {})) }
}

export default function PaymentRoute() {
  return <PaymentPage {...useLoaderData<typeof loader>()} />
}
