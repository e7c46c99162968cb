import { localized } from "~/contract/shared/language/localized"

/** What webhooks send in words. */
export const webhookTexts = localized("webhookTexts", {
  quoted: (name: string) => `“${name}”`,
  open: "Open in Laneway",
  ping: (webhook: string, plan: string) => `The webhook “${webhook}” of the plan “${plan}” works.`,
  noAnswer: "No answer within 10 seconds",
  unreachable: "The address can’t be reached",
  inside: "The address is not on the internet",
})
