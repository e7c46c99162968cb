// Cards get an owner, to that owner: all of two minutes in one mail.
import * as z from "zod/mini"
import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"
import { assignedLetter, collectNotices } from "~/database/letter.server"
import { mailLanguage } from "~/database/sign-in/account.server"
import { shownNames } from "~/domain/core/member-names.server"
import { commonAgent, withAgent } from "~/domain/notify/notices.server"
import type { JobHandler } from "~/outside/jobs.server"
import { speaking } from "~/outside/speaking.server"
import { nameInMail, unlinked } from "~/rules/line-name"
import { mayMail } from "./budget.server"
import { type Kinds, kindsOf, kindsText, sendCards } from "./cards.server"
import { mailTexts } from "./texts"

const given = z.object({ notificationId: z.number() })

export const assignedMail: JobHandler = async (input, job) => {
  const { notificationId } = given.parse(input)
  const collected = await collectNotices("assigned", notificationId, job.id)
  if (!collected) return
  if ("wait" in collected) return job.again(collected.wait)
  const letter = await assignedLetter(job.id)
  if (!letter) return
  const { personId, email, userName, planId, planName, cards } = letter
  const by = [...new Set(cards.map(({ byId }) => byId))]
  const from = by[0] ?? null
  if (collected.first && !(await mayMail(by, { kind: "assigned", to: email, planId }))) return
  const [first] = cards
  const one = cards.length === 1 && first
  await speaking(await mailLanguage(personId), async () => {
    const sender = unlinked(
      by.length > 1
        ? mailTexts.several
        : from === null
          ? mailTexts.integration
          : withAgent(commonAgent(cards), (await shownNames(planId)).get(from) ?? mailTexts.somebody),
    )
    await sendCards(job, letter, {
      kind: "assigned",
      flag: "notifyTaskAssigned",
      stop: assignedMailTexts.stop,
      subject: assignedMailTexts.subject(kindsOf(cards)),
      heading: one
        ? assignedMailTexts.headingOne(sender, nameInMail(one.name))
        : assignedMailTexts.heading(sender, kindsOf(cards)),
      paragraphs: [mailTexts.hello(unlinked(userName)), assignedMailTexts.where(cards.length, nameInMail(planName))],
      // The heading names the only card.
      isListed: !one || one.due !== null,
    })
  })
}

export const assignedMailTexts = localized("assignedMailTexts", {
  subject: (kinds: Kinds) => `You are now the owner of ${kindsText(kinds)} on Laneway`,
  headingOne: (sender: string, card: string) => `${sender} made you the owner of “${card}”`,
  heading: (sender: string, kinds: Kinds) => `${sender} made you the owner of ${kindsText(kinds)}`,
  where: (count: number, plan: string) =>
    `You will find ${counted(count, { one: "it", other: "them" })} in ${plan === "" ? "a plan" : `the plan “${plan}”`}.`,
  stop: "Stop emails when you become an owner in this plan",
})
