// Mentions in comments of a plan, to the person mentioned: all of two minutes in one mail.
import * as z from "zod/mini"
import { type DeepLink, deepLinkPath } from "~/contract/shared/deep-link"
import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"
import { collectNotices, type MentionLetter, mentionLetter } from "~/database/letter.server"
import { mailLanguage } from "~/database/sign-in/account.server"
import { shownNames } from "~/domain/core/member-names.server"
import { commonAgent, withAgent } from "~/domain/notify/notices.server"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import type { JobHandler } from "~/outside/jobs.server"
import { composeLetter } from "~/outside/letter.server"
import { sendMail } from "~/outside/mail.server"
import { speaking } from "~/outside/speaking.server"
import { nameInALine, nameInMail, unlinked } from "~/rules/line-name"
import { plainText } from "~/rules/text-parts"
import { mayMail } from "./budget.server"
import { mailTexts } from "./texts"
import { stopLink } from "./unsubscribe.server"

const given = z.object({ notificationId: z.number() })

type Mention = MentionLetter["mentions"][number]
/** Mentions in one mail; the list of notifications has the rest. */
const mostListed = 50

export const mentionMail: JobHandler = async (input, job) => {
  const { notificationId } = given.parse(input)
  const collected = await collectNotices("mention", notificationId, job.id)
  if (!collected) return
  if ("wait" in collected) return job.again(collected.wait)
  const letter = await mentionLetter(job.id)
  if (!letter) return
  const { personId, email, userName, planId, planName, mentions } = letter
  const authors = [...new Set(mentions.map(({ byId }) => byId))]
  if (collected.first && !(await mayMail(authors, { kind: "mention", to: email, planId }))) return
  const names = await shownNames(planId)
  const nameOf = ({ byId, by, agent }: Mention) => unlinked(withAgent(agent, names.get(byId ?? 0) ?? by))
  const linkTo = ({ goalId, itemId, taskId }: Mention) => {
    const type: DeepLink["type"] = taskId ? "task" : goalId ? "goal" : "card"
    const path = deepLinkPath(planId, { type, id: taskId ?? goalId ?? itemId ?? 0, menu: "notes" })
    return `${accountOptions().publicUrl}${path}`
  }
  const [first] = mentions
  const one = mentions.length === 1 && first
  const listed = mentions.slice(0, mostListed)
  await speaking(await mailLanguage(personId), async () => {
    const sender =
      authors.length === 1 && first ? nameOf({ ...first, agent: commonAgent(mentions) }) : mailTexts.several
    const hello = mailTexts.hello(unlinked(userName))
    const stop = {
      text: mentionMailTexts.stop,
      href: stopLink({ person: personId, planId, flag: "emailNotifyMentions" }),
    }
    const button = one
      ? { label: mailTexts.openComment, href: linkTo(one) }
      : { label: mailTexts.openBoard, href: `${accountOptions().publicUrl}/plan/${planId}` }
    await sendMail({
      job,
      kind: "mention",
      to: email,
      subject: mentionMailTexts.subject(mentions.length),
      link: button.href,
      unsubscribe: stop.href,
      ...(await composeLetter({
        heading: mentionMailTexts.heading(sender, nameInMail(planName)),
        paragraphs: one
          ? [hello, mentionMailTexts.on(nameInMail(one.name)), nameInALine(plainText(one.content), 2_000)]
          : [hello],
        sections: one
          ? []
          : listed.map((each) => ({
              heading: mentionMailTexts.section(nameOf(each), nameInMail(each.name)),
              href: linkTo(each),
              lists: [{ label: "", lines: [{ text: nameInALine(plainText(each.content), 500), href: linkTo(each) }] }],
            })),
        button,
        remarks: [
          ...(mentions.length > listed.length ? [mentionMailTexts.more(mentions.length - listed.length)] : []),
          mentionMailTexts.remark,
        ],
        links: [stop],
      })),
    })
  })
}

export const mentionMailTexts = localized("mentionMailTexts", {
  subject: (count: number) =>
    counted(count, { one: "You were mentioned on Laneway", other: "You were mentioned # times on Laneway" }),
  heading: (sender: string, plan: string) => `${sender} mentioned you in ${plan === "" ? "a plan" : `“${plan}”`}`,
  on: (card: string) => `On “${card}”:`,
  section: (name: string, card: string) => `${name} on “${card}”`,
  more: (count: number) => `And ${count} more.`,
  remark: "You can turn these emails off in your profile, inside the plan.",
  stop: "Stop emails about mentions in this plan",
})
