import * as z from "zod/mini"
import { type DeepLink, deepLinkPath } from "~/contract/deep-link"
import { collectNotices, type MentionLetter, mentionLetter } from "~/database/letter.server"
import { personById } from "~/database/people.server"
import { invitationLetter, storedAddress } from "~/database/person.server"
import type { JobHandlers } from "~/outside/jobs.server"
import { composeLetter } from "~/outside/letter.server"
import { sendMail } from "~/outside/mail.server"
import { addressOfLink, unsealLink } from "~/outside/mail-link.server"

import { deviceName } from "~/rules/device-name"
import { nameInALine, plainText } from "~/rules/note-text"
import { mayMail } from "./mail-budget.server"
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

type Mention = MentionLetter["mentions"][number]
/** Mentions in one mail; the list of notifications has the rest. */
const mostListed = 50

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
      ...(await composeLetter({
        heading: "Sign in to Laneway",
        paragraphs: ["Open this link to sign in. It works once, within 15 minutes."],
        button: { label: "Sign in", href: link },
        remarks: ["If you did not ask for this, ignore this mail. Nobody can sign in without the link."],
      })),
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
      ...(await composeLetter({
        heading,
        paragraphs: [
          ...(userName ? [`Hello ${userName},`] : []),
          "Laneway is where your team plans its goals, actions and tasks on one live board.",
          `Open this link and sign in as ${email} to join. The invitation is valid for 14 days.`,
        ],
        button: { label: "Accept invitation", href: link },
        remarks: ["If you do not know who this is from, ignore this mail."],
      })),
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
    const nameOf = ({ byId, by }: Mention) => names.get(byId ?? 0) ?? by
    const placeOf = ({ name }: Mention) => `“${nameInALine(name)}”`
    const linkTo = ({ goalId, itemId, taskId }: Mention) => {
      const type: DeepLink["type"] = taskId ? "task" : goalId ? "goal" : "card"
      const path = deepLinkPath(planId, { type, id: taskId ?? goalId ?? itemId ?? 0, menu: "notes" })
      return `${people().publicUrl}${path}`
    }
    const [first] = mentions
    const one = mentions.length === 1 && first
    const plan = nameInALine(planName) === "" ? "a plan" : `“${nameInALine(planName)}”`
    const sender = authors.length === 1 && first ? nameOf(first) : "Several people"
    const listed = mentions.slice(0, mostListed)
    const stop = {
      text: "Stop mails about mentions in this plan",
      href: stopLink({ person: personId, planId, flag: "emailNotifyMentions" }),
    }
    const button = one
      ? { label: "Open the note", href: linkTo(one) }
      : { label: "Open the board", href: `${people().publicUrl}/plan/${planId}` }
    await sendMail({
      job,
      kind: "mention",
      to: email,
      subject: one ? "You were mentioned on Laneway" : `You were mentioned ${mentions.length} times on Laneway`,
      link: button.href,
      unsubscribe: stop.href,
      ...(await composeLetter({
        heading: `${sender} mentioned you in ${plan}`,
        paragraphs: one
          ? [`Hello ${userName},`, `On ${placeOf(one)}:`, nameInALine(plainText(one.content), 2_000)]
          : [`Hello ${userName},`],
        sections: one
          ? []
          : listed.map((each) => ({
              heading: `${nameOf(each)} on ${placeOf(each)}`,
              href: linkTo(each),
              lists: [{ label: "", lines: [{ text: nameInALine(plainText(each.content), 500), href: linkTo(each) }] }],
            })),
        button,
        remarks: [
          ...(mentions.length > listed.length ? [`And ${mentions.length - listed.length} more.`] : []),
          "You can turn these mails off in your profile, inside the plan.",
        ],
        links: [stop],
      })),
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
      ...(await composeLetter({
        heading: "New sign-in to your account",
        paragraphs: [
          `Somebody signed in to Laneway as ${person.email}, in a browser that had not been used for it before.`,
          `${device}${address ? `, from ${address}` : ""}, on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC.`,
        ],
        button: { label: "Open Laneway", href: people().publicUrl },
        remarks: [
          "If this was not you, open Profile, Sessions and press End all others. Then change the password of your mailbox.",
        ],
      })),
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
      ...(await composeLetter({
        heading: "New way to sign in to your account",
        paragraphs: [
          `An account at ${provider} with the address ${person.email} signed in to Laneway. From now on it can sign in to your Laneway account.`,
        ],
        button: { label: "Open Laneway", href: people().publicUrl },
        remarks: [
          "If this was not you, tell the administrator of your Laneway and change the password of that account.",
        ],
      })),
    })
  },
}

/** A slow mail server must not keep people from signing in: all other mails leave room for that one. */
export const patientMails = Object.keys(mailJobs).filter((kind) => kind !== "mail.signIn")
