// The mails to owners, before a due date, and of summaries.
import * as z from "zod/mini"
import { deepLinkPath } from "~/contract/deep-link"
import { dateFormat } from "~/contract/language/format"
import {
  assignedLetter,
  collectNotices,
  dueLetter,
  type LetterCard,
  type PlanSummary,
  summaryFor,
} from "~/database/letter.server"
import { mailLanguage } from "~/database/person.server"
import { shownNames } from "~/domain/core/member-names.server"
import { people } from "~/domain/sign-in/people.server"
import type { JobHandlers, RunningJob } from "~/outside/jobs.server"
import { composeLetter } from "~/outside/letter.server"
import type { LetterList } from "~/outside/letter-page.server"
import { sendMail } from "~/outside/mail.server"
import { speaking } from "~/outside/speaking.server"
import { nameInMail, unlinked } from "~/rules/note-text"
import { mayMail } from "./budget.server"
import { mailTexts } from "./texts"
import { type MailFlag, stopLink } from "./unsubscribe.server"

const assignedInput = z.object({ notificationId: z.number() })
const dueInput = z.object({ personId: z.number(), planId: z.number(), day: z.string() })
const summaryInput = z.object({
  personId: z.number(),
  kind: z.enum(["daily", "weekly"]),
  day: z.string(),
  since: z.string(),
})

/** Cards in one mail; the board has the rest. */
const listed = 50

const addressOf = (path: string) => `${people().publicUrl}${path}`
const cardPath = (planId: number, { itemId, taskId }: LetterCard) =>
  deepLinkPath(planId, taskId ? { type: "task", id: taskId } : { type: "card", id: itemId })

const longDay = dateFormat({ weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })
const dayText = (iso: string) => longDay(Date.parse(iso))

const kindsOf = (cards: readonly LetterCard[]) => {
  const tasks = cards.filter(({ taskId }) => taskId !== null).length
  return { tasks, actions: cards.length - tasks }
}

const lineOf = ({ name, due }: LetterCard) =>
  due === null ? nameInMail(name, 200) : mailTexts.line(nameInMail(name, 200), dayText(due))
const more = (count: number, rows: readonly unknown[]) =>
  count > rows.length ? [mailTexts.more(count - rows.length)] : []
const listOf = (planId: number, label: string, count: number, cards: readonly LetterCard[]): LetterList => ({
  label,
  lines: [
    ...cards.map((card) => ({ text: lineOf(card), href: addressOf(cardPath(planId, card)) })),
    ...more(count, cards).map((text) => ({ text })),
  ],
})

/** The one card, or the board. */
const buttonFor = (planId: number, cards: readonly LetterCard[]) => {
  const [only] = cards
  if (!only || cards.length > 1) return { label: mailTexts.openBoard, href: addressOf(`/plan/${planId}`) }
  const { openTask, openAction } = mailTexts
  return { label: only.taskId ? openTask : openAction, href: addressOf(cardPath(planId, only)) }
}

const stopOf = (person: number, planId: number | null, flag: MailFlag, text: string) => ({
  text,
  href: stopLink({ person, planId, flag }),
})

type CardsMail = {
  kind: "assigned" | "due-soon"
  /** The preference that `stop`, the text of a link, turns off. */
  flag: MailFlag
  stop: string
  subject: string
  heading: string
  paragraphs: string[]
  isListed: boolean
}

/** A mail about cards of one plan, with a button to them and a link that ends its kind. */
const sendCards = async (
  job: RunningJob,
  { personId, email, planId, cards }: { personId: number; email: string; planId: number; cards: LetterCard[] },
  { kind, flag, stop: text, subject, heading, paragraphs, isListed }: CardsMail,
) => {
  const button = buttonFor(planId, cards)
  const stop = stopOf(personId, planId, flag, text)
  const lists = isListed ? [listOf(planId, "", cards.length, cards.slice(0, listed))] : []
  await sendMail({
    kind,
    job,
    to: email,
    subject,
    link: button.href,
    unsubscribe: stop.href,
    ...(await composeLetter({
      heading,
      paragraphs,
      sections: lists.length > 0 ? [{ lists }] : [],
      button,
      remarks: [],
      links: [stop],
    })),
  })
}

export const reminderMails: JobHandlers = {
  "mail.assigned": async (input, job) => {
    const { notificationId } = assignedInput.parse(input)
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
      const { assigned: texts } = mailTexts
      const sender = unlinked(
        (by.length > 1
          ? mailTexts.several
          : from === null
            ? mailTexts.integration
            : (await shownNames(planId)).get(from)) ?? mailTexts.somebody,
      )
      await sendCards(job, letter, {
        kind: "assigned",
        flag: "notifyTaskAssigned",
        stop: texts.stop,
        subject: texts.subject(kindsOf(cards)),
        heading: one ? texts.headingOne(sender, nameInMail(one.name)) : texts.heading(sender, kindsOf(cards)),
        paragraphs: [mailTexts.hello(unlinked(userName)), texts.where(cards.length, nameInMail(planName))],
        // The heading names the only card.
        isListed: !one || one.due !== null,
      })
    })
  },
  "mail.dueSoon": async (input, job) => {
    const { personId, planId, day } = dueInput.parse(input)
    const letter = await dueLetter(personId, planId, day)
    if (!letter) return
    const { userName, planName, cards } = letter
    const [first] = cards
    const one = cards.length === 1 && first
    await speaking(await mailLanguage(personId), async () => {
      const { dueSoon: texts } = mailTexts
      await sendCards(job, letter, {
        kind: "due-soon",
        flag: "notifyTaskDueSoon",
        stop: texts.stop,
        subject: texts.subject(kindsOf(cards)),
        heading: one ? texts.headingOne(nameInMail(one.name)) : texts.heading(kindsOf(cards)),
        paragraphs: [
          mailTexts.hello(unlinked(userName)),
          texts.text(dayText(`${day}T00:00:00Z`), nameInMail(planName)),
        ],
        isListed: true,
      })
    })
  },
  "mail.summary": async (input, job) => {
    const given = summaryInput.parse(input)
    const summary = await summaryFor(given)
    if (!summary) return
    const { personId, email, userName, plans } = summary
    const { kind, day } = given
    const flag = kind === "daily" ? "emailDailySummary" : "emailWeeklySummary"
    const [only] = plans
    const link = addressOf(plans.length === 1 && only ? `/plan/${only.planId}` : "/my-work")
    await speaking(await mailLanguage(personId), async () => {
      const { summary: texts } = mailTexts
      const stops = plans.map(({ planId, planName }) =>
        stopOf(personId, planId, flag, texts.stop[kind](nameInMail(planName))),
      )
      const all = stopOf(personId, null, flag, texts.stopAll[kind])
      await sendMail({
        kind: `${kind}-summary`,
        job,
        to: email,
        subject: texts.subject[kind],
        link,
        unsubscribe: (plans.length === 1 ? stops[0] : undefined)?.href ?? all.href,
        ...(await composeLetter({
          heading: texts.heading[kind](dayText(`${day}T00:00:00Z`)),
          paragraphs: [mailTexts.hello(unlinked(userName)), texts.text],
          sections: plans.map((plan) => sectionOf(plan, kind)),
          button: { label: plans.length === 1 ? mailTexts.openBoard : mailTexts.openTasks, href: link },
          remarks: [],
          links: plans.length === 1 ? stops : [...stops, all],
        })),
      })
    })
  },
}

const sectionOf = ({ planId, planName, lists }: PlanSummary, kind: "daily" | "weekly") => {
  const { summary: texts } = mailTexts
  const labels = [
    ["overdue", texts.overdue],
    ["due", texts.due[kind]],
    ["done", texts.done[kind]],
  ] as const
  const { mentions } = lists
  return {
    heading: nameInMail(planName) || texts.plan,
    href: addressOf(`/plan/${planId}`),
    lists: [
      ...labels.flatMap(([list, label]) => {
        const found = lists[list]
        return found ? [listOf(planId, label(found.count), found.count, found.rows)] : []
      }),
      ...(mentions
        ? [
            {
              label: texts.mentions(mentions.count),
              lines: [...mentions.rows.map(({ name }) => nameInMail(name)), ...more(mentions.count, mentions.rows)].map(
                (text) => ({
                  text,
                }),
              ),
            },
          ]
        : []),
    ],
  }
}
