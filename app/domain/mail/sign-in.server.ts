// The link or code that somebody asks for to sign in, to the address they enter.
import * as z from "zod/mini"
import { localized } from "~/contract/shared/language/localized"
import { accountAt } from "~/database/sign-in/account.server"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import type { JobHandler } from "~/outside/jobs.server"
import { composeLetter } from "~/outside/letter.server"
import { sendMail } from "~/outside/mail.server"
import { addressOfLink, unsealLink } from "~/outside/mail-link.server"
import { speaking } from "~/outside/speaking.server"

const given = z.object({
  email: z.string(),
  sealed: z.string(),
  /** Of the page that asked for the link. */
  language: z._default(z.enum(["en", "de"]), "en"),
  codeFirst: z._default(z.boolean(), false),
})

export const signInMail: JobHandler = async (input, job) => {
  const { email, sealed, language, codeFirst } = given.parse(input)
  const { token, code } = (await unsealLink(sealed)) ?? {}
  // A link that has expired in the queue is not sent.
  if (token === undefined || (await addressOfLink(token)) === undefined) return
  const link = `${accountOptions().publicUrl}/api/Account/MagicLink?token=${token}`
  const account = await accountAt(email)
  await speaking(account?.language ?? language, async () => {
    await sendMail({
      job,
      kind: "sign-in",
      // Addresses that differ only in case are one account but not always one mailbox: the account's own gets the link.
      to: account?.email ?? email,
      // A phone's notification shows the code.
      subject:
        codeFirst && code
          ? signInMailTexts.codeSubject(`${code.slice(0, 3)} ${code.slice(3)}`)
          : signInMailTexts.subject,
      link,
      ...(await composeLetter({
        heading: signInMailTexts.subject,
        paragraphs: codeFirst ? [] : [signInMailTexts.text],
        ...(code && {
          code: { code, first: codeFirst, text: codeFirst ? signInMailTexts.code : signInMailTexts.orCode },
        }),
        button: { label: codeFirst ? signInMailTexts.inBrowser : signInMailTexts.button, href: link },
        remarks: [signInMailTexts.remark],
      })),
    })
  })
}

export const signInMailTexts = localized("signInMailTexts", {
  subject: "Sign in to Laneway",
  text: "Open this link to sign in. It works once, within 15 minutes.",
  button: "Sign in",
  codeSubject: (code: string) => `${code} is your sign-in code`,
  code: "Enter this code in the app where you asked for it. It works once, within 10 minutes.",
  orCode: "Or enter this code where you asked for this email. It works once, within 10 minutes.",
  inBrowser: "Sign in with the browser instead",
  remark: "Nobody from Laneway ever asks for this code. If you did not ask for it, ignore this email.",
})
