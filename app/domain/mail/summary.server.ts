// What is due, done and mentioned in all plans, to those who want it each day or week.
import * as z from "zod/mini"
import { deepLinkPath } from "~/contract/shared/deep-link"
import { numberFormat } from "~/contract/shared/language/format"
import { localized } from "~/contract/shared/language/localized"
import { type PlanSummary, type SummaryGoal, summaryFor } from "~/database/letter.server"
import { mailLanguage } from "~/database/sign-in/account.server"
import type { JobHandler } from "~/outside/jobs.server"
import { composeLetter } from "~/outside/letter.server"
import { sendMail } from "~/outside/mail.server"
import { speaking } from "~/outside/speaking.server"
import { nameInMail, unlinked } from "~/rules/line-name"
import { addressOf, dayText, listOf, more, stopOf } from "./cards.server"
import { mailTexts } from "./texts"

const given = z.object({
  personId: z.number(),
  kind: z.enum(["daily", "weekly"]),
  day: z.string(),
  since: z.string(),
})

export const summaryMail: JobHandler = async (input, job) => {
  const wanted = given.parse(input)
  const summary = await summaryFor(wanted)
  if (!summary) return
  const { personId, email, userName, plans } = summary
  const { kind, day } = wanted
  const flag = kind === "daily" ? "emailDailySummary" : "emailWeeklySummary"
  const [only] = plans
  const link = addressOf(plans.length === 1 && only ? `/plan/${only.planId}` : "/my-work")
  await speaking(await mailLanguage(personId), async () => {
    const stops = plans.map(({ planId, planName }) =>
      stopOf(personId, planId, flag, summaryMailTexts.stop[kind](nameInMail(planName))),
    )
    const all = stopOf(personId, null, flag, summaryMailTexts.stopAll[kind])
    await sendMail({
      kind: `${kind}-summary`,
      job,
      to: email,
      subject: summaryMailTexts.subject[kind],
      link,
      unsubscribe: (plans.length === 1 ? stops[0] : undefined)?.href ?? all.href,
      ...(await composeLetter({
        heading: summaryMailTexts.heading[kind](dayText(`${day}T00:00:00Z`)),
        paragraphs: [mailTexts.hello(unlinked(userName)), summaryMailTexts.text],
        sections: plans.map((plan) => sectionOf(plan, kind)),
        button: { label: plans.length === 1 ? mailTexts.openBoard : mailTexts.openTasks, href: link },
        remarks: [],
        links: plans.length === 1 ? stops : [...stops, all],
      })),
    })
  })
}

const sectionOf = ({ planId, planName, lists }: PlanSummary, kind: "daily" | "weekly") => {
  const labels = [
    ["overdue", summaryMailTexts.overdue],
    ["due", summaryMailTexts.due[kind]],
    ["done", summaryMailTexts.done[kind]],
  ] as const
  const { goals, mentions } = lists
  return {
    heading: nameInMail(planName) || summaryMailTexts.plan,
    href: addressOf(`/plan/${planId}`),
    lists: [
      ...labels.flatMap(([list, label]) => {
        const found = lists[list]
        return found ? [listOf(planId, label(found.count), found.count, found.rows)] : []
      }),
      ...(goals
        ? [
            {
              label: summaryMailTexts.goals(goals.count),
              lines: [
                ...goals.rows.map((goal) => ({
                  text: goalLine(goal),
                  href: addressOf(deepLinkPath(planId, { type: "goal", id: goal.goalId })),
                })),
                ...more(goals.count, goals.rows).map((text) => ({ text })),
              ],
            },
          ]
        : []),
      ...(mentions
        ? [
            {
              label: summaryMailTexts.mentions(mentions.count),
              lines: [...mentions.rows.map(({ name }) => nameInMail(name)), ...more(mentions.count, mentions.rows)].map(
                (text) => ({ text }),
              ),
            },
          ]
        : []),
    ],
  }
}

const percent = numberFormat({ style: "percent", maximumFractionDigits: 0 })

const goalLine = ({ name, status, progress }: SummaryGoal) =>
  summaryMailTexts.goal(nameInMail(name, 200), status, progress === null ? "" : percent(progress))

export const summaryMailTexts = localized("summaryMailTexts", {
  subject: { daily: "Your day on Laneway", weekly: "Your week on Laneway" },
  heading: {
    daily: (day: string) => `Your plans on ${day}`,
    weekly: (day: string) => `Your plans in the week of ${day}`,
  },
  text: "This is what is due, what has been done and where you were mentioned.",
  plan: "A plan",
  stop: {
    daily: (plan: string) => `Stop daily summaries of ${plan === "" ? "a plan" : `“${plan}”`}`,
    weekly: (plan: string) => `Stop weekly summaries of ${plan === "" ? "a plan" : `“${plan}”`}`,
  },
  stopAll: { daily: "Stop daily summaries of all plans", weekly: "Stop weekly summaries of all plans" },
  overdue: (count: number) => `Overdue (${count})`,
  due: { daily: (count: number) => `Due today (${count})`, weekly: (count: number) => `Due this week (${count})` },
  done: {
    daily: (count: number) => `Done since yesterday (${count})`,
    weekly: (count: number) => `Done since last week (${count})`,
  },
  goals: (count: number) => `Goals with a check-in since last week (${count})`,
  goal: (name: string, status: number | null, progress: string) =>
    [
      name,
      ...(status === null ? [] : [["on track", "at risk", "off track"][status]]),
      ...(progress ? [progress] : []),
    ].join(", "),
  mentions: (count: number) => `New mentions (${count})`,
})
