// The pages of a mail's unsubscribe address. Programs that fetch links change nothing; mail programs post (RFC 8058).
import type { notificationCalls } from "~/contract/notification"
import { stopMails, stopPath, stopShown } from "~/domain/mail/unsubscribe.server"
import { buttonPage } from "./button-page.server"
import { buttonTexts } from "./button-texts"
import type { Raw } from "./mount.server"

type Calls = typeof notificationCalls

const wrong = () =>
  buttonPage({
    heading: buttonTexts.stop.wrong,
    text: buttonTexts.stop.wrongText,
    status: 400,
  })

const mailsPage: Raw<Calls["mailsPage"]> = async (_request, { token }) => {
  const what = await stopShown(token)
  if (what === undefined) return wrong()
  return buttonPage({
    heading: buttonTexts.stop.heading,
    text: buttonTexts.stop.text(what),
    button: { label: buttonTexts.stop.button, action: `${stopPath}?token=${encodeURIComponent(token)}` },
  })
}

const endMails: Raw<Calls["endMails"]> = async (_request, { token }) => {
  const what = await stopShown(token)
  if (what === undefined || !(await stopMails(token))) return wrong()
  return buttonPage({
    heading: buttonTexts.stop.done,
    text: buttonTexts.stop.doneText(what),
  })
}

export const notificationRaw = { mailsPage, endMails }
