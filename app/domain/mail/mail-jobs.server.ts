import * as z from "zod/mini"
import { type DeepLink, deepLinkPath } from "~/contract/deep-link"
import { limits } from "~/contract/field"
import { enqueue } from "~/database/job.server"
import { collectNotices, type MentionLetter, mentionLetter, planNamed } from "~/database/letter.server"
import { accountAt, invitationLetter, mailAddress, mailLanguage } from "~/database/person.server"
import { transaction } from "~/database/transaction.server"
import { shownNames } from "~/domain/core/member-names.server"
import { people } from "~/domain/sign-in/people.server"
import type { JobHandlers } from "~/outside/jobs.server"
import { composeLetter } from "~/outside/letter.server"
import { sendMail } from "~/outside/mail.server"
import { addressOfLink, unsealLink } from "~/outside/mail-link.server"
import { speaking } from "~/outside/speaking.server"
import { deviceName } from "~/rules/device-name"
import { nameInALine, nameInMail, plainText, unlinked } from "~/rules/note-text"
import { countMail, mayMail } from "./budget.server"
import { reminderMails } from "./reminder-mails.server"
import { mailTexts } from "./texts"
import { stopLink } from "./unsubscribe.server"

const signInInput = z.object({
  email: z.string(),
  sealed: z.string(),
  /** Of the page that asked for the link. */
  language: z._default(z.enum(["en", "de"]), "en"),
  codeFirst: z._default(z.boolean(), false),
})
const mentionInput = z.object({ notificationId: z.number() })
const newDeviceInput = z.object({
  personId: z.number(),
  at: z.string(),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})
const joinedInput = z.object({ personId: z.number(), issuer: z.string() })
const transferredInput = z.object({ personId: z.number(), planId: z.number(), byId: z.number() })
const invitationInput = z.object({
  invitationId: z.number(),
  /** The mail has not been counted yet: it waits for a limit. The time of the invitation, which a renewal replaces. */
  waits: z.optional(z.string()),
})

type Mention = MentionLetter["mentions"][number]
/** Mentions in one mail; the list of notifications has the rest. */
const mostListed = 50

/** The mails that calls request, each sent after the commit. */
export const mailJobs: JobHandlers = {
  ...reminderMails,
  "mail.signIn": async (input, job) => {
    const { email, sealed, language, codeFirst } = signInInput.parse(input)
    const { token, code } = (await unsealLink(sealed)) ?? {}
    // A link that has expired in the queue is not sent.
    if (token === undefined || (await addressOfLink(token)) === undefined) return
    const link = `${people().publicUrl}/api/Account/MagicLink?token=${token}`
    const account = await accountAt(email)
    await speaking(account?.language ?? language, async () => {
      const { signIn: texts } = mailTexts
      await sendMail({
        job,
        kind: "sign-in",
        // Addresses that differ only in case are one account but not always one mailbox: the account's own gets the link.
        to: account?.email ?? email,
        // A phone's notification shows the code.
        subject: codeFirst && code ? texts.codeSubject(`${code.slice(0, 3)} ${code.slice(3)}`) : texts.subject,
        link,
        ...(await composeLetter({
          heading: texts.subject,
          paragraphs: codeFirst ? [] : [texts.text],
          ...(code && { code: { code, first: codeFirst, text: codeFirst ? texts.code : texts.orCode } }),
          button: { label: codeFirst ? texts.inBrowser : texts.button, href: link },
          remarks: [texts.remark],
        })),
      })
    })
  },
  "mail.invitation": async (input, job) => {
    const { invitationId, waits } = invitationInput.parse(input)
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
    const link = `${people().publicUrl}/login?token=${encodeURIComponent(token)}`
    const name = nameInMail(planName, limits.name)
    await speaking(language, async () => {
      const { invitation: texts } = mailTexts
      const sender = (await shownNames(planId)).get(byId ?? 0) ?? by ?? mailTexts.somebody
      await sendMail({
        job,
        kind: "invitation",
        to: email,
        // Nothing that somebody typed: a subject is read as the product's own words.
        subject: texts.subject,
        link,
        ...(await composeLetter({
          heading: texts.heading(unlinked(sender), name),
          paragraphs: [...(userName ? [mailTexts.hello(unlinked(userName))] : []), texts.product, texts.how(email)],
          button: { label: texts.button, href: link },
          remarks: [texts.remark],
        })),
      })
    })
  },
  "mail.mention": async (input, job) => {
    const { notificationId } = mentionInput.parse(input)
    const collected = await collectNotices("mention", notificationId, job.id)
    if (!collected) return
    if ("wait" in collected) return job.again(collected.wait)
    const letter = await mentionLetter(job.id)
    if (!letter) return
    const { personId, email, userName, planId, planName, mentions } = letter
    const authors = [...new Set(mentions.map(({ byId }) => byId))]
    if (collected.first && !(await mayMail(authors, { kind: "mention", to: email, planId }))) return
    const names = await shownNames(planId)
    const nameOf = ({ byId, by }: Mention) => unlinked(names.get(byId ?? 0) ?? by)
    const linkTo = ({ goalId, itemId, taskId }: Mention) => {
      const type: DeepLink["type"] = taskId ? "task" : goalId ? "goal" : "card"
      const path = deepLinkPath(planId, { type, id: taskId ?? goalId ?? itemId ?? 0, menu: "notes" })
      return `${people().publicUrl}${path}`
    }
    const [first] = mentions
    const one = mentions.length === 1 && first
    const listed = mentions.slice(0, mostListed)
    await speaking(await mailLanguage(personId), async () => {
      const { mention: texts } = mailTexts
      const sender = authors.length === 1 && first ? nameOf(first) : mailTexts.several
      const hello = mailTexts.hello(unlinked(userName))
      const stop = {
        text: texts.stop,
        href: stopLink({ person: personId, planId, flag: "emailNotifyMentions" }),
      }
      const button = one
        ? { label: mailTexts.openNote, href: linkTo(one) }
        : { label: mailTexts.openBoard, href: `${people().publicUrl}/plan/${planId}` }
      await sendMail({
        job,
        kind: "mention",
        to: email,
        subject: texts.subject(mentions.length),
        link: button.href,
        unsubscribe: stop.href,
        ...(await composeLetter({
          heading: texts.heading(sender, nameInMail(planName)),
          paragraphs: one
            ? [hello, texts.on(nameInMail(one.name)), nameInALine(plainText(one.content), 2_000)]
            : [hello],
          sections: one
            ? []
            : listed.map((each) => ({
                heading: texts.section(nameOf(each), nameInMail(each.name)),
                href: linkTo(each),
                lists: [
                  { label: "", lines: [{ text: nameInALine(plainText(each.content), 500), href: linkTo(each) }] },
                ],
              })),
          button,
          remarks: [
            ...(mentions.length > listed.length ? [texts.more(mentions.length - listed.length)] : []),
            texts.remark,
          ],
          links: [stop],
        })),
      })
    })
  },
  "mail.transferred": async (input, job) => {
    const { personId, planId, byId } = transferredInput.parse(input)
    const [email, plan] = [await mailAddress(personId), await planNamed(planId, personId)]
    if (email === undefined || plan === undefined) return
    if (!(await mayMail([byId], { kind: "transferred", to: email, planId }))) return
    const sender = (await shownNames(planId)).get(byId)
    const link = `${people().publicUrl}/plan/${planId}`
    await speaking(await mailLanguage(personId), async () => {
      const { transferred: texts } = mailTexts
      await sendMail({
        job,
        kind: "transferred",
        to: email,
        subject: texts.subject,
        link,
        ...(await composeLetter({
          heading: texts.heading(unlinked(sender ?? mailTexts.somebody), unlinked(nameInALine(plan))),
          paragraphs: [texts.text],
          button: { label: mailTexts.openBoard, href: link },
          remarks: [],
        })),
      })
    })
  },
  "mail.newDevice": async (input, job) => {
    const { personId, at, address, userAgent } = newDeviceInput.parse(input)
    const email = await mailAddress(personId)
    if (email === undefined) return
    await speaking(await mailLanguage(personId), async () => {
      const { newDevice: texts } = mailTexts
      const device = deviceName(userAgent) ?? texts.unknown
      await sendMail({
        job,
        kind: "new-device",
        to: email,
        subject: texts.subject,
        link: people().publicUrl,
        ...(await composeLetter({
          heading: texts.heading,
          paragraphs: [texts.text(email), texts.where(device, address ?? "", at.slice(0, 10), at.slice(11, 16))],
          button: { label: mailTexts.openProduct, href: people().publicUrl },
          remarks: [texts.remark],
        })),
      })
    })
  },
  "mail.providerJoined": async (input, job) => {
    const { personId, issuer } = joinedInput.parse(input)
    const email = await mailAddress(personId)
    if (email === undefined) return
    await speaking(await mailLanguage(personId), async () => {
      const { provider: texts } = mailTexts
      const provider = URL.canParse(issuer) ? new URL(issuer).hostname : texts.another
      await sendMail({
        job,
        kind: "provider-joined",
        to: email,
        subject: texts.subject,
        link: people().publicUrl,
        ...(await composeLetter({
          heading: texts.heading,
          paragraphs: [texts.text(provider, email)],
          button: { label: mailTexts.openProduct, href: people().publicUrl },
          remarks: [texts.remark],
        })),
      })
    })
  },
}

/** A slow mail server must not keep people from signing in: all other mails leave room for that one. */
export const patientMails = Object.keys(mailJobs).filter((kind) => kind !== "mail.signIn")
