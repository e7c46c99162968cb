// The pages of a mail's unsubscribe address. Programs that fetch links change nothing; mail programs post (RFC 8058).
import type { notificationCalls } from "~/contract/notification"
import { stopMails, stopPath, stopShown } from "~/domain/unsubscribe.server"
import { buttonPage } from "./button-page.server"
import type { Raw } from "./mount.server"

type Calls = typeof notificationCalls

const wrong = () =>
  buttonPage({
    heading: "This address is not complete",
    text: "Open the link in the mail again, or change what is mailed to you in your profile.",
    status: 400,
  })

const mailsPage: Raw<Calls["mailsPage"]> = async (_request, { token }) => {
  const what = await stopShown(token)
  if (what === undefined) return wrong()
  return buttonPage({
    heading: "Stop these mails?",
    text: `You will get no more ${what}.`,
    button: { label: "Stop these mails", action: `${stopPath}?token=${encodeURIComponent(token)}` },
  })
}

const endMails: Raw<Calls["endMails"]> = async (_request, { token }) => {
  const what = await stopShown(token)
  if (what === undefined || !(await stopMails(token))) return wrong()
  return buttonPage({
    heading: "Mails stopped",
    text: `You get no more ${what}. To get them again, open your profile inside the plan.`,
  })
}

export const notificationRaw = { mailsPage, endMails }
