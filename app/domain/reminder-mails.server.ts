// The mails to owners, before a due date, and of summaries.
import * as z from "zod/mini"
import { deepLinkPath } from "~/contract/deep-link"
import {
  assignedLetter,
  collectNotices,
  dueLetter,
  type LetterCard,
  type PlanSummary,
  summaryFor,
} from "~/database/letter.server"
import type { JobHandlers } from "~/outside/jobs.server"
import { composeLetter, type LetterList } from "~/outside/letter.server"
import { sendMail } from "~/outside/mail.server"
import { nameInALine } from "~/rules/note-text"
import { longDay } from "./agent/days"
import { mayMail } from "./mail-budget.server"
import { shownNames } from "./member-names.server"
import { people } from "./people.server"
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

const planNamed = (name: string) => (nameInALine(name) === "" ? "a plan" : `“${nameInALine(name)}”`)
const nameOf = ({ name }: LetterCard) => `“${nameInALine(name)}”`
const addressOf = (path: string) => `${people().publicUrl}${path}`
const cardPath = (planId: number, { itemId, taskId }: LetterCard) =>
  deepLinkPath(planId, taskId ? { type: "task", id: taskId } : { type: "card", id: itemId })

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`
/** "a task", "2 tasks and 1 action" */
const kindsOf = (cards: readonly LetterCard[]) => {
  const tasks = cards.filter(({ taskId }) => taskId !== null).length
  const actions = cards.length - tasks
  if (cards.length === 1) return tasks === 1 ? "a task" : "an action"
  return [...(tasks ? [counted(tasks, "task")] : []), ...(actions ? [counted(actions, "action")] : [])].join(" and ")
}

const lineOf = (card: LetterCard) =>
  `${nameInALine(card.name, 200)}${card.due === null ? "" : `, due ${longDay(card.due)}`}`
const more = (count: number, rows: readonly unknown[]) =>
  count > rows.length ? [`and ${count - rows.length} more`] : []
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
  if (!only || cards.length > 1) return { label: "Open the board", href: addressOf(`/plan/${planId}`) }
  return { label: only.taskId ? "Open the task" : "Open the action", href: addressOf(cardPath(planId, only)) }
}

const stopOf = (person: number, planId: number | null, flag: MailFlag, text: string) => ({
  text,
  href: stopLink({ person, planId, flag }),
})

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
    const sender =
      by.length > 1 ? "Several people" : from === null ? "The plan’s integration" : (await shownNames(planId)).get(from)
    const [first] = cards
    const one = cards.length === 1 && first
    const button = buttonFor(planId, cards)
    const stop = stopOf(personId, planId, "notifyTaskAssigned", "Stop mails when you become an owner in this plan")
    await sendMail({
      kind: "assigned",
      job,
      to: email,
      subject: `You are now the owner of ${kindsOf(cards)} on Laneway`,
      link: button.href,
      unsubscribe: stop.href,
      ...(await composeLetter({
        heading: `${sender ?? "Somebody"} made you the owner of ${one ? nameOf(one) : kindsOf(cards)}`,
        paragraphs: [`Hello ${userName},`, `You will find ${one ? "it" : "them"} in the plan ${planNamed(planName)}.`],
        sections: one
          ? first.due === null
            ? []
            : [{ lists: [listOf(planId, "", 1, [first])] }]
          : [{ lists: [listOf(planId, "", cards.length, cards.slice(0, listed))] }],
        button,
        remarks: [],
        links: [stop],
      })),
    })
  },
  "mail.dueSoon": async (input, job) => {
    const { personId, planId, day } = dueInput.parse(input)
    const letter = await dueLetter(personId, planId, day)
    if (!letter) return
    const { email, userName, planName, cards } = letter
    const [first] = cards
    const one = cards.length === 1 && first
    const verb = cards.length === 1 ? "is" : "are"
    const button = buttonFor(planId, cards)
    const stop = stopOf(personId, planId, "notifyTaskDueSoon", "Stop reminders before due dates in this plan")
    const kinds = kindsOf(cards)
    await sendMail({
      kind: "due-soon",
      job,
      to: email,
      subject: `${kinds[0]?.toUpperCase()}${kinds.slice(1)} ${verb} due tomorrow`,
      link: button.href,
      unsubscribe: stop.href,
      ...(await composeLetter({
        heading: one ? `${nameOf(one)} is due tomorrow` : `${kinds} are due tomorrow`,
        paragraphs: [
          `Hello ${userName},`,
          `This is due on ${longDay(`${day}T00:00:00Z`)} in the plan ${planNamed(planName)}:`,
        ],
        sections: [{ lists: [listOf(planId, "", cards.length, cards.slice(0, listed))] }],
        button,
        remarks: [],
        links: [stop],
      })),
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
    const stops = plans.map(({ planId, planName }) =>
      stopOf(personId, planId, flag, `Stop ${kind} summaries of ${planNamed(planName)}`),
    )
    const all = stopOf(personId, null, flag, `Stop ${kind} summaries of all plans`)
    const link = addressOf(plans.length === 1 && only ? `/plan/${only.planId}` : "/my-work")
    await sendMail({
      kind: `${kind}-summary`,
      job,
      to: email,
      subject: kind === "daily" ? "Your day on Laneway" : "Your week on Laneway",
      link,
      unsubscribe: (plans.length === 1 ? stops[0] : undefined)?.href ?? all.href,
      ...(await composeLetter({
        heading:
          kind === "daily"
            ? `Your plans on ${longDay(`${day}T00:00:00Z`)}`
            : `Your plans in the week of ${longDay(`${day}T00:00:00Z`)}`,
        paragraphs: [`Hello ${userName},`, "This is what is due, what has been done and where you were mentioned."],
        sections: plans.map((plan) => sectionOf(plan, kind)),
        button: { label: plans.length === 1 ? "Open the board" : "Open my tasks", href: link },
        remarks: [],
        links: plans.length === 1 ? stops : [...stops, all],
      })),
    })
  },
}

const sectionOf = ({ planId, planName, lists }: PlanSummary, kind: "daily" | "weekly") => {
  const isDaily = kind === "daily"
  const labels = [
    ["overdue", "Overdue"],
    ["due", isDaily ? "Due today" : "Due this week"],
    ["done", isDaily ? "Done since yesterday" : "Done since last week"],
  ] as const
  const { mentions } = lists
  return {
    heading: nameInALine(planName) || "A plan",
    href: addressOf(`/plan/${planId}`),
    lists: [
      ...labels.flatMap(([list, label]) => {
        const found = lists[list]
        return found ? [listOf(planId, `${label} (${found.count})`, found.count, found.rows)] : []
      }),
      ...(mentions
        ? [
            {
              label: `New mentions (${mentions.count})`,
              lines: [...mentions.rows.map(({ name }) => name), ...more(mentions.count, mentions.rows)].map((text) => ({
                text,
              })),
            },
          ]
        : []),
    ],
  }
}
