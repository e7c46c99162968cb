// An invitation to a plan, to the address that is invited.
import * as z from "zod/mini"
import { limits } from "~/contract/shared/bounds"
import { localized } from "~/contract/shared/language/localized"
import { enqueue } from "~/database/job.server"
import { invitationLetter } from "~/database/sign-in/account.server"
import { transaction } from "~/database/transaction.server"
import { shownNames } from "~/domain/core/member-names.server"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import type { JobHandler } from "~/outside/jobs.server"
import { composeLetter } from "~/outside/letter.server"
import { sendMail } from "~/outside/mail.server"
import { speaking } from "~/outside/speaking.server"
import { nameInMail, unlinked } from "~/rules/line-name"
import { countMail } from "./budget.server"
import { mailTexts } from "./texts"

const given = z.object({
  invitationId: z.number(),
  /** The mail has not been counted yet: it waits for a limit. The time of the invitation, which a renewal replaces. */
  waits: z.optional(z.string()),
})

export const invitationMail: JobHandler = async (input, job) => {
  const { invitationId, waits } = given.parse(input)
  const invitation = await invitationLetter(invitationId)
  if (!invitation) return
  if (waits !== undefined) {
    const { email: to, byId: from, planId, renewed, expired } = invitation
    if (renewed !== waits || expired) return
    const wait = await countMail({ kind: "invitation", from, to, planId })
    if (wait > 0) return job.again(Math.ceil(wait / 1_000))
    // Another job, so that a failure at the mail server does not count it once more.
    return transaction((tx) => enqueue(tx, "mail.invitation", { invitationId }))
  }
  const { email, userName, token, planId, planName, by, byId, language } = invitation
  const link = `${accountOptions().publicUrl}/login?token=${encodeURIComponent(token)}`
  const name = nameInMail(planName, limits.name)
  await speaking(language, async () => {
    const sender = (await shownNames(planId)).get(byId ?? 0) ?? by ?? mailTexts.somebody
    await sendMail({
      job,
      kind: "invitation",
      to: email,
      // Nothing that somebody typed: a subject is read as the product's own words.
      subject: invitationMailTexts.subject,
      link,
      ...(await composeLetter({
        heading: invitationMailTexts.heading(unlinked(sender), name),
        paragraphs: [
          ...(userName ? [mailTexts.hello(unlinked(userName))] : []),
          invitationMailTexts.product,
          invitationMailTexts.how(email),
        ],
        button: { label: invitationMailTexts.button, href: link },
        remarks: [invitationMailTexts.remark],
      })),
    })
  })
}

export const invitationMailTexts = localized("invitationMailTexts", {
  subject: "You are invited to a plan on Laneway",
  heading: (sender: string, plan: string) => `${sender} invites you to ${plan === "" ? "a plan" : `“${plan}”`}`,
  product: "Laneway is where your team plans its goals, actions and tasks on one live board.",
  how: (email: string) => `Open this link and sign in as ${email} to join. The invitation is valid for 14 days.`,
  button: "Accept invitation",
  remark: "If you do not know who this is from, ignore this email.",
})

/** What the one who invites reads. */
export const invitationTexts = localized("invitationTexts", {
  waits: (email: string) =>
    `${email} is invited. The email waits, because too many were sent by you or to this address today. It is sent as soon as the limit allows, and the invitation is on their My Plans page until then.`,
})
