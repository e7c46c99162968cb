// An account at a provider signs in for the first time, to the person it signs in.
import * as z from "zod/mini"
import { localized } from "~/contract/shared/language/localized"
import { mailAddress, mailLanguage } from "~/database/sign-in/account.server"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import type { JobHandler } from "~/outside/jobs.server"
import { composeLetter } from "~/outside/letter.server"
import { sendMail } from "~/outside/mail.server"
import { speaking } from "~/outside/speaking.server"
import { mailTexts } from "./texts"

const given = z.object({ personId: z.number(), issuer: z.string() })

export const providerJoinedMail: JobHandler = async (input, job) => {
  const { personId, issuer } = given.parse(input)
  const email = await mailAddress(personId)
  if (email === undefined) return
  await speaking(await mailLanguage(personId), async () => {
    const provider = URL.canParse(issuer) ? new URL(issuer).hostname : providerJoinedMailTexts.another
    await sendMail({
      job,
      kind: "provider-joined",
      to: email,
      subject: providerJoinedMailTexts.subject,
      link: accountOptions().publicUrl,
      ...(await composeLetter({
        heading: providerJoinedMailTexts.heading,
        paragraphs: [providerJoinedMailTexts.text(provider, email)],
        button: { label: mailTexts.openProduct, href: accountOptions().publicUrl },
        remarks: [providerJoinedMailTexts.remark],
      })),
    })
  })
}

export const providerJoinedMailTexts = localized("providerJoinedMailTexts", {
  subject: "New way to sign in to Laneway",
  heading: "New way to sign in to your account",
  text: (provider: string, email: string) =>
    `An account at ${provider} with the address ${email} signed in to Laneway. From now on it can sign in to your Laneway account.`,
  another: "another provider",
  remark: "If this was not you, tell the administrator of your Laneway and change the password of that account.",
})
