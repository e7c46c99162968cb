// A sign-in with a browser that is new to the account, to its person.
import * as z from "zod/mini"
import { localized } from "~/contract/shared/language/localized"
import { mailAddress, mailLanguage } from "~/database/sign-in/account.server"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import type { JobHandler } from "~/outside/jobs.server"
import { composeLetter } from "~/outside/letter.server"
import { sendMail } from "~/outside/mail.server"
import { speaking } from "~/outside/speaking.server"
import { deviceName } from "~/rules/people/device-name"
import { mailTexts } from "./texts"

const given = z.object({
  personId: z.number(),
  at: z.string(),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})

export const newDeviceMail: JobHandler = async (input, job) => {
  const { personId, at, address, userAgent } = given.parse(input)
  const email = await mailAddress(personId)
  if (email === undefined) return
  await speaking(await mailLanguage(personId), async () => {
    const device = deviceName(userAgent) ?? newDeviceMailTexts.unknown
    await sendMail({
      job,
      kind: "new-device",
      to: email,
      subject: newDeviceMailTexts.subject,
      link: accountOptions().publicUrl,
      ...(await composeLetter({
        heading: newDeviceMailTexts.heading,
        paragraphs: [
          newDeviceMailTexts.text(email),
          newDeviceMailTexts.where(device, address ?? "", at.slice(0, 10), at.slice(11, 16)),
        ],
        button: { label: mailTexts.openProduct, href: accountOptions().publicUrl },
        remarks: [newDeviceMailTexts.remark],
      })),
    })
  })
}

export const newDeviceMailTexts = localized("newDeviceMailTexts", {
  subject: "New sign-in to Laneway",
  heading: "New sign-in to your account",
  text: (email: string) =>
    `Somebody signed in to Laneway as ${email}, in a browser that had not been used for it before.`,
  /** `address` empty: unknown. */
  where: (device: string, address: string, day: string, clock: string) =>
    `${device}${address === "" ? "" : `, from ${address}`}, on ${day} at ${clock} UTC.`,
  unknown: "an unknown device",
  remark:
    "If this was not you, open Profile, Sessions and press End all others. Then change the password of your mailbox.",
})
