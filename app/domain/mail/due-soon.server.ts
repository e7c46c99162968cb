// Cards are due tomorrow, to their owner.
import * as z from "zod/mini"
import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"
import { dueLetter } from "~/database/letter.server"
import { mailLanguage } from "~/database/sign-in/account.server"
import type { JobHandler } from "~/outside/jobs.server"
import { speaking } from "~/outside/speaking.server"
import { nameInMail, unlinked } from "~/rules/line-name"
import { dayText, type Kinds, kindsOf, kindsText, sendCards } from "./cards.server"
import { mailTexts } from "./texts"

const given = z.object({ personId: z.number(), planId: z.number(), day: z.string() })

export const dueSoonMail: JobHandler = async (input, job) => {
  const { personId, planId, day } = given.parse(input)
  const letter = await dueLetter(personId, planId, day)
  if (!letter) return
  const { userName, planName, cards } = letter
  const [first] = cards
  const one = cards.length === 1 && first
  await speaking(await mailLanguage(personId), async () => {
    await sendCards(job, letter, {
      kind: "due-soon",
      flag: "notifyTaskDueSoon",
      stop: dueSoonMailTexts.stop,
      subject: dueSoonMailTexts.subject(kindsOf(cards)),
      heading: one ? dueSoonMailTexts.headingOne(nameInMail(one.name)) : dueSoonMailTexts.heading(kindsOf(cards)),
      paragraphs: [
        mailTexts.hello(unlinked(userName)),
        dueSoonMailTexts.text(dayText(`${day}T00:00:00Z`), nameInMail(planName)),
      ],
      isListed: true,
    })
  })
}

export const dueSoonMailTexts = localized("dueSoonMailTexts", {
  subject: (kinds: Kinds) => {
    const said = kindsText(kinds)
    return `${said.slice(0, 1).toUpperCase()}${said.slice(1)} ${counted(kinds.tasks + kinds.actions, { one: "is", other: "are" })} due tomorrow`
  },
  headingOne: (card: string) => `“${card}” is due tomorrow`,
  heading: (kinds: Kinds) => `${kindsText(kinds)} are due tomorrow`,
  text: (day: string, plan: string) => `This is due on ${day} in ${plan === "" ? "a plan" : `the plan “${plan}”`}:`,
  stop: "Stop reminders before due dates in this plan",
})
