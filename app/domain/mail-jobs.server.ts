import * as z from "zod/mini"
import { type DeepLink, deepLinkPath } from "~/contract/deep-link"
import { claimMail, mentionLetter } from "~/database/comment.server"
import { personById } from "~/database/people.server"
import { invitationLetter, storedAddress } from "~/database/person.server"
import type { JobHandlers } from "~/outside/jobs.server"
import { composeLetter } from "~/outside/letter.server"
import { sendMail } from "~/outside/mail.server"
import { addressOfLink, unsealLink } from "~/outside/mail-link.server"

import { deviceName } from "~/rules/device-name"
import { nameInALine, plainText } from "~/rules/note-text"
import { countMail } from "./mail-budget.server"
import { shownNames } from "./member-names.server"
import { people } from "./people.server"
import { reminderMails } from "./reminder-mails.server"
import { stopLink } from "./unsubscribe.server"

const signInInput = z.object({ email: z.string(), sealed: z.string() })
const mentionInput = z.object({ notificationId: z.number() })
const newDeviceInput = z.object({
  personId: z.number(),
  at: z.string(),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})
const joinedInput = z.object({ personId: z.number(), issuer: z.string() })
const invitationInput = z.object({ invitationId: z.number() })

/** The mails that calls request, each sent after the commit. */
export const mailJobs: JobHandlers = {
  ...reminderMails,
  "mail.signIn": async (input, job) => {
    const { email, sealed } = signInInput.parse(input)
    const token = await unsealLink(sealed)
    // A link that has expired in the queue is not sent.
    if (token === undefined || (await addressOfLink(token)) === undefined) return
    const link = `${people().publicUrl}/api/Account/MagicLink?token=${token}`
    await sendMail({
      job,
      kind: "sign-in",
      // Addresses that differ only in case are one account but not always one mailbox: the account's own gets the link.
      to: (await storedAddress(email)) ?? email,
      subject: "Sign in to Laneway",
      link,
      ...composeLetter({
        heading: "Sign in to Laneway",
        paragraphs: ["Open this link to sign in. It works once, within 15 minutes."],
        button: { label: "Sign in", href: link },
        remarks: ["If you did not ask for this, ignore this mail. Nobody can sign in without the link."],
      }),
    })
  },
  "mail.invitation": async (input, job) => {
    const { invitationId } = invitationInput.parse(input)
    const invitation = await invitationLetter(invitationId)
    if (!invitation) return
    const { email, userName, token, planId, planName, by, byId } = invitation
    const link = `${people().publicUrl}/login?token=${encodeURIComponent(token)}`
    const name = planName.replace(/\s+/g, " ").trim()
    const plan = name === "" ? "a plan" : `“${name}”`
    const sender = (await shownNames(planId)).get(byId ?? 0) ?? by ?? "Somebody"
    const heading = `${sender} invites you to ${plan}`
    await sendMail({
      job,
      kind: "invitation",
      to: email,
      // Nothing that somebody typed: a subject is read as the product's own words.
      subject: "You are invited to a plan on Laneway",
      link,
      ...composeLetter({
        heading,
        paragraphs: [
          ...(userName ? [`Hello ${userName},`] : []),
          "Laneway is where your team plans its goals, actions and tasks on one live board.",
          `Open this link and sign in as ${email} to join. The invitation is valid for 14 days.`,
        ],
        button: { label: "Accept invitation", href: link },
        remarks: ["If you do not know who this is from, ignore this mail."],
      }),
    })
  },
  "mail.mention": async (input, job) => {
    const { notificationId } = mentionInput.parse(input)
    const letter = await mentionLetter(notificationId)
    if (!letter) return
    const claim = await claimMail(notificationId)
    if (claim === "throttled") return
    const { personId, email, userName, by, byId, planId, planName, content, goalId, itemId, taskId } = letter
    const occasion = { kind: "mention", from: byId, to: email, planId } as const
    if (claim === "first" && (await countMail(occasion)) > 0) return
    const type: DeepLink["type"] = taskId ? "task" : goalId ? "goal" : "card"
    const link = `${people().publicUrl}${deepLinkPath(planId, { type, id: taskId ?? goalId ?? itemId ?? 0, menu: "notes" })}`
    const plan = nameInALine(planName) === "" ? "a plan" : `“${nameInALine(planName)}”`
    const sender = (await shownNames(planId)).get(byId ?? 0) ?? by
    const heading = `${sender} mentioned you in ${plan}`
    const stop = {
      text: "Stop mails about mentions in this plan",
      href: stopLink({ person: personId, planId, flag: "emailNotifyMentions" }),
    }
    await sendMail({
      job,
      kind: "mention",
      to: email,
      subject: "You were mentioned on Laneway",
      link,
      unsubscribe: stop.href,
      ...composeLetter({
        heading,
        paragraphs: [`Hello ${userName},`, nameInALine(plainText(content), 2_000)],
        button: { label: "Open the note", href: link },
        remarks: ["You can turn these mails off in your profile, inside the plan."],
        links: [stop],
      }),
    })
  },
  "mail.newDevice": async (input, job) => {
    const { personId, at, address, userAgent } = newDeviceInput.parse(input)
    const person = await personById(personId)
    if (!person) return
    const device = deviceName(userAgent) ?? "an unknown device"
    await sendMail({
      job,
      kind: "new-device",
      to: person.email,
      subject: "New sign-in to Laneway",
      link: people().publicUrl,
      ...composeLetter({
        heading: "New sign-in to your account",
        paragraphs: [
          `Somebody signed in to Laneway as ${person.email}, in a browser that had not been used for it before.`,
          `${device}${address ? `, from ${address}` : ""}, on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC.`,
        ],
        button: { label: "Open Laneway", href: people().publicUrl },
        remarks: [
          "If this was not you, open Profile, Sessions and press End all others. Then change the password of your mailbox.",
        ],
      }),
    })
  },
  "mail.providerJoined": async (input, job) => {
    const { personId, issuer } = joinedInput.parse(input)
    const person = await personById(personId)
    if (!person) return
    const provider = URL.canParse(issuer) ? new URL(issuer).hostname : "another provider"
    await sendMail({
      job,
      kind: "provider-joined",
      to: person.email,
      subject: "New way to sign in to Laneway",
      link: people().publicUrl,
      ...composeLetter({
        heading: "New way to sign in to your account",
        paragraphs: [
          `An account at ${provider} with the address ${person.email} signed in to Laneway. From now on it can sign in to your Laneway account.`,
        ],
        button: { label: "Open Laneway", href: people().publicUrl },
        remarks: [
          "If this was not you, tell the administrator of your Laneway and change the password of that account.",
        ],
      }),
    })
  },
}
