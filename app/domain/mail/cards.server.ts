import { deepLinkPath } from "~/contract/shared/deep-link"
import { counted } from "~/contract/shared/language/english"
import { dateFormat, listText } from "~/contract/shared/language/format"
import { localized } from "~/contract/shared/language/localized"
import type { LetterCard } from "~/database/letter.server"
import { accountOptions } from "~/domain/sign-in/accounts.server"
import type { RunningJob } from "~/outside/jobs.server"
import { composeLetter } from "~/outside/letter.server"
import type { LetterList } from "~/outside/letter-page.server"
import { sendMail } from "~/outside/mail.server"
import { nameInMail } from "~/rules/line-name"
import { mailTexts } from "./texts"
import { type MailFlag, stopLink } from "./unsubscribe.server"

/** Cards in one mail; the board has the rest. */
const listed = 50

export const addressOf = (path: string) => `${accountOptions().publicUrl}${path}`
const cardPath = (planId: number, { goalId, itemId, taskId }: LetterCard) => {
  if (taskId) return deepLinkPath(planId, { type: "task", id: taskId })
  return deepLinkPath(planId, goalId ? { type: "goal", id: goalId } : { type: "card", id: itemId ?? 0 })
}

const longDay = dateFormat({ weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })
export const dayText = (iso: string) => longDay(Date.parse(iso))

export const kindsOf = (cards: readonly LetterCard[]) => {
  const tasks = cards.filter(({ taskId }) => taskId).length
  const goals = cards.filter(({ goalId }) => goalId).length
  return { goals, tasks, actions: cards.length - tasks - goals }
}

const lineOf = ({ name, due }: LetterCard) =>
  due === null ? nameInMail(name, 200) : cardMailTexts.line(nameInMail(name, 200), dayText(due))
export const more = (count: number, rows: readonly unknown[]) =>
  count > rows.length ? [cardMailTexts.more(count - rows.length)] : []
export const listOf = (planId: number, label: string, count: number, cards: readonly LetterCard[]): LetterList => ({
  label,
  lines: [
    ...cards.map((card) => ({ text: lineOf(card), href: addressOf(cardPath(planId, card)) })),
    ...more(count, cards).map((text) => ({ text })),
  ],
})

/** The one card, or the board. */
export const buttonFor = (planId: number, cards: readonly LetterCard[]) => {
  const [only] = cards
  if (!only || cards.length > 1) return { label: mailTexts.openBoard, href: addressOf(`/plan/${planId}`) }
  const { openGoal, openTask, openAction } = mailTexts
  return {
    label: only.taskId ? openTask : only.goalId ? openGoal : openAction,
    href: addressOf(cardPath(planId, only)),
  }
}

export const stopOf = (person: number, planId: number | null, flag: MailFlag, text: string) => ({
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
export const sendCards = async (
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

export type Kinds = { goals: number; tasks: number; actions: number }

/** "a task", "2 tasks and 1 action" */
export const kindsText = ({ goals, tasks, actions }: Kinds) =>
  goals + tasks + actions === 1
    ? goals > 0
      ? "a goal"
      : tasks > 0
        ? "a task"
        : "an action"
    : listText([
        ...(goals > 0 ? [counted(goals, { one: "# goal", other: "# goals" })] : []),
        ...(tasks > 0 ? [counted(tasks, { one: "# task", other: "# tasks" })] : []),
        ...(actions > 0 ? [counted(actions, { one: "# action", other: "# actions" })] : []),
      ])

export const cardMailTexts = localized("cardMailTexts", {
  line: (card: string, day: string) => `${card}, due ${day}`,
  more: (count: number) => `and ${count} more`,
})
