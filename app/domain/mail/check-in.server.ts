// Goals wait for a check-in, to their owner: how far each is, and what has happened since the last one.
import * as z from "zod/mini"
import { deepLinkPath } from "~/contract/shared/deep-link"
import { counted } from "~/contract/shared/language/english"
import { numberFormat } from "~/contract/shared/language/format"
import { localized } from "~/contract/shared/language/localized"
import { changedCardsFor } from "~/database/key-result.server"
import { checkInLetter, type WaitingGoal } from "~/database/letter.server"
import { mailLanguage } from "~/database/sign-in/account.server"
import type { JobHandler } from "~/outside/jobs.server"
import { composeLetter } from "~/outside/letter.server"
import { sendMail } from "~/outside/mail.server"
import { speaking } from "~/outside/speaking.server"
import { nameInMail, unlinked } from "~/rules/line-name"
import { paceOf } from "~/rules/progress"
import { sinceCheckIn, sinceLines } from "~/rules/since-check-in"
import { addressOf, dayText, stopOf } from "./cards.server"
import { mailTexts } from "./texts"

const given = z.object({ personId: z.number(), day: z.string(), goals: z.array(z.number()) })

/** Goals in one mail; a reminder names the first of each plan anyway. */
const most = 20

export const checkInMail: JobHandler = async (input, job) => {
  const { personId, day, goals: ids } = given.parse(input)
  const letter = await checkInLetter(personId, ids.slice(0, most), day)
  if (!letter) return
  const { email, userName, goals } = letter
  const [first, ...others] = goals
  if (!first) return
  // The page of goals asks for one check-in after the other.
  const link = addressOf(
    others.length > 0 ? "/goals" : deepLinkPath(first.planId, { type: "goal", id: first.goalId, menu: "checkin" }),
  )
  const plans = new Set(goals.map(({ planId }) => planId))
  const said = await Promise.all(goals.map(async (goal) => ({ goal, cards: await changedCardsFor(goal.goalId) })))
  await speaking(await mailLanguage(personId), async () => {
    const stop = stopOf(personId, plans.size === 1 ? first.planId : null, "notifyGoalCheckIn", texts.stop)
    const sections = said.map(({ goal, cards }) => {
      const happened = sinceLines(sinceCheckIn(cards?.cards ?? [])).map((text) => ({ text: unlinked(text) }))
      return {
        ...(others.length > 0 ? { heading: headingOf(goal) } : {}),
        lists: [
          ...(others.length > 0 ? [{ label: "", lines: standing(goal, day).map((text) => ({ text })) }] : []),
          ...(happened.length > 0 ? [{ label: texts.since, lines: happened }] : []),
        ],
      }
    })
    await sendMail({
      kind: "check-in",
      job,
      to: email,
      subject: others.length > 0 ? texts.subjects(goals.length) : texts.subject(nameInMail(first.name)),
      link,
      unsubscribe: stop.href,
      ...(await composeLetter({
        heading: others.length > 0 ? texts.subjects(goals.length) : headingOf(first),
        paragraphs: [
          mailTexts.hello(unlinked(userName)),
          ...(others.length > 0 ? [] : [standing(first, day).join(" ")]),
        ].filter(Boolean),
        sections: sections.filter(({ lists }) => lists.length > 0),
        button: { label: others.length > 0 ? texts.buttons(goals.length) : texts.button, href: link },
        remarks: [texts.remark],
        links: [stop],
      })),
    })
  })
}

const headingOf = ({ name, checkedIn }: WaitingGoal) =>
  checkedIn === null ? texts.never(nameInMail(name)) : texts.last(nameInMail(name), dayText(checkedIn))

const percent = numberFormat({ style: "percent", maximumFractionDigits: 0 })

/** How the goal is, in sentences. */
const standing = (goal: WaitingGoal, day: string): string[] => {
  const { status, confidence, progress } = goal
  const pace = paceOf(goal, day)
  return [
    ...(status === null ? [] : [texts.was(status, confidence)]),
    ...(progress === null ? [] : [texts.stands(percent(progress), pace === null ? "" : percent(pace))]),
  ]
}

export const checkInMailTexts = localized("checkInMailTexts", {
  subject: (goal: string) => `Time to check in: ${goal}`,
  subjects: (count: number) => `Time to check in: ${counted(count, { one: "# goal", other: "# goals" })}`,
  last: (goal: string, day: string) => `“${goal}” had its last check-in on ${day}`,
  never: (goal: string) => `“${goal}” has had no check-in yet`,
  was: (status: number, confidence: number | null) =>
    `It was ${["on track", "at risk", "off track"][status]}${confidence === null ? "" : `, with a confidence of ${confidence}`}.`,
  stands: (progress: string, pace: string) =>
    `It has reached ${progress}${pace === "" ? "." : `; a steady pace would be at ${pace}.`}`,
  since: "Since then",
  button: "Check in",
  buttons: (count: number) => `Check in ${counted(count, { one: "# goal", other: "# goals" })}`,
  remark:
    "A check-in takes about two minutes. You get this when a goal you own had none for 7 days, once a week at most.",
  stop: "Stop reminders to check in",
})
const texts = checkInMailTexts
