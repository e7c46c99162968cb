import { counted } from "~/contract/language/english"
import { listText } from "~/contract/language/format"
import { localized } from "~/contract/language/localized"

type Kinds = { tasks: number; actions: number }

/** "a task", "2 tasks and 1 action" */
const kindsOf = ({ tasks, actions }: Kinds) =>
  tasks + actions === 1
    ? tasks > 0
      ? "a task"
      : "an action"
    : listText([
        ...(tasks > 0 ? [counted(tasks, { one: "# task", other: "# tasks" })] : []),
        ...(actions > 0 ? [counted(actions, { one: "# action", other: "# actions" })] : []),
      ])

/** Texts of mails. A plan's and a card's name are given without quotation marks, and a plan's may be empty. */
export const mailTexts = localized("mailTexts", {
  hello: (name: string) => `Hello ${name},`,
  somebody: "Somebody",
  several: "Several people",
  integration: "The plan’s integration",
  openBoard: "Open the board",
  openTask: "Open the task",
  openAction: "Open the action",
  openNote: "Open the note",
  openTasks: "Open my tasks",
  openProduct: "Open Laneway",
  signIn: {
    subject: "Sign in to Laneway",
    text: "Open this link to sign in. It works once, within 15 minutes.",
    button: "Sign in",
    codeSubject: (code: string) => `${code} is your sign-in code`,
    code: "Enter this code in the app where you asked for it. It works once, within 10 minutes.",
    orCode: "Or enter this code where you asked for this email. It works once, within 10 minutes.",
    inBrowser: "Sign in with the browser instead",
    remark: "Nobody from Laneway ever asks for this code. If you did not ask for it, ignore this email.",
  },
  invitation: {
    subject: "You are invited to a plan on Laneway",
    heading: (sender: string, plan: string) => `${sender} invites you to ${plan === "" ? "a plan" : `“${plan}”`}`,
    product: "Laneway is where your team plans its goals, actions and tasks on one live board.",
    how: (email: string) => `Open this link and sign in as ${email} to join. The invitation is valid for 14 days.`,
    button: "Accept invitation",
    remark: "If you do not know who this is from, ignore this email.",
  },
  mention: {
    subject: (count: number) =>
      counted(count, { one: "You were mentioned on Laneway", other: "You were mentioned # times on Laneway" }),
    heading: (sender: string, plan: string) => `${sender} mentioned you in ${plan === "" ? "a plan" : `“${plan}”`}`,
    on: (card: string) => `On “${card}”:`,
    section: (name: string, card: string) => `${name} on “${card}”`,
    more: (count: number) => `And ${count} more.`,
    remark: "You can turn these emails off in your profile, inside the plan.",
    stop: "Stop emails about mentions in this plan",
  },
  newDevice: {
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
  },
  provider: {
    subject: "New way to sign in to Laneway",
    heading: "New way to sign in to your account",
    text: (provider: string, email: string) =>
      `An account at ${provider} with the address ${email} signed in to Laneway. From now on it can sign in to your Laneway account.`,
    another: "another provider",
    remark: "If this was not you, tell the administrator of your Laneway and change the password of that account.",
  },
  transferred: {
    subject: "You now own a plan on Laneway",
    heading: (sender: string, plan: string) =>
      `${sender} made you the owner of ${plan === "" ? "a plan" : `“${plan}”`}`,
    text: "You can delete the plan, and nobody can remove you from it. The former owner stays as an admin.",
  },
  assigned: {
    subject: (kinds: Kinds) => `You are now the owner of ${kindsOf(kinds)} on Laneway`,
    headingOne: (sender: string, card: string) => `${sender} made you the owner of “${card}”`,
    heading: (sender: string, kinds: Kinds) => `${sender} made you the owner of ${kindsOf(kinds)}`,
    where: (count: number, plan: string) =>
      `You will find ${counted(count, { one: "it", other: "them" })} in ${plan === "" ? "a plan" : `the plan “${plan}”`}.`,
    stop: "Stop emails when you become an owner in this plan",
  },
  dueSoon: {
    subject: (kinds: Kinds) => {
      const said = kindsOf(kinds)
      return `${said.slice(0, 1).toUpperCase()}${said.slice(1)} ${counted(kinds.tasks + kinds.actions, { one: "is", other: "are" })} due tomorrow`
    },
    headingOne: (card: string) => `“${card}” is due tomorrow`,
    heading: (kinds: Kinds) => `${kindsOf(kinds)} are due tomorrow`,
    text: (day: string, plan: string) => `This is due on ${day} in ${plan === "" ? "a plan" : `the plan “${plan}”`}:`,
    stop: "Stop reminders before due dates in this plan",
  },
  line: (card: string, day: string) => `${card}, due ${day}`,
  more: (count: number) => `and ${count} more`,
  summary: {
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
    mentions: (count: number) => `New mentions (${count})`,
  },
})

/** What the pages of a mail's unsubscribe address say. `plan` null: of all plans; empty: it has no name. */
export const stopTexts = localized("stopTexts", {
  what: {
    emailNotifyMentions: (plan: string | null) => `emails about mentions ${inPlan(plan)}`,
    notifyTaskAssigned: (plan: string | null) =>
      `emails about tasks and actions you become the owner of ${inPlan(plan)}`,
    notifyTaskDueSoon: (plan: string | null) => `emails about tasks and actions due tomorrow ${inPlan(plan)}`,
    emailDailySummary: (plan: string | null) => `daily summaries ${ofPlan(plan)}`,
    emailWeeklySummary: (plan: string | null) => `weekly summaries ${ofPlan(plan)}`,
  },
})

const inPlan = (plan: string | null) =>
  plan === null ? "of all your plans" : plan === "" ? "in this plan" : `in “${plan}”`
const ofPlan = (plan: string | null) =>
  plan === null ? "of all your plans" : plan === "" ? "of this plan" : `of “${plan}”`

/** What the one who invites reads. */
export const invitationTexts = localized("invitationTexts", {
  waits: (email: string) =>
    `${email} is invited. The email waits, because too many were sent by you or to this address today. It is sent as soon as the limit allows, and the invitation is on their My Plans page until then.`,
})

/** Titles of notifications, in the language of who gets them. */
export const noticeTexts = localized("noticeTexts", {
  assigned: (card: string) => `You now own “${card}”`,
  dueSoon: (card: string) => `“${card}” is due tomorrow`,
  mention: (name: string, card: string) => `${name} mentioned you in “${card}”`,
  comment: (name: string, card: string) => `${name} commented on “${card}”`,
  accepted: (name: string) => `${name} accepted your invitation`,
  restored: "A version of the plan has been restored",
  transferred: (name: string, plan: string) => `${name} made you the owner of “${plan}”`,
  imported: (plan: string) => `“${plan}” has been imported`,
})
