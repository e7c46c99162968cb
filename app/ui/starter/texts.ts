import { counted, number } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

const some = (count: number, words: (count: number) => string) => (count === 0 ? [] : [{ count, word: words(count) }])

/** The counts of cards that a text becomes: goals always, the others if there are any. */
export const countsIn = ({ goals, actions, tasks }: { goals: number; actions: number; tasks: number }) => [
  ...some(goals, starter.words.goals),
  ...some(actions, starter.words.actions),
  ...some(tasks, starter.words.tasks),
]

/** Texts of the first-plan starter, in sentence case. */
export const starter = localized("starter", {
  words: {
    goals: (count: number) => counted(count, { one: "goal", other: "goals" }),
    actions: (count: number) => counted(count, { one: "action", other: "actions" }),
    tasks: (count: number) => counted(count, { one: "task", other: "tasks" }),
  },
  heading: "Let's make your first plan!",
  planName: "Plan name",
  description: "Description",
  placeholder: "What do you want to achieve, and what will it take?",
  hint: "Start a line with # for a goal, - for an action, or two spaces and - for a task. In plain text, each sentence becomes an action.",
  hintModel:
    "Start a line with # for a goal, - for an action, or two spaces and - for a task. The assistant splits plain text into actions and tasks.",
  prose: "This is plain text. When you press “Do it”, the assistant turns it into draft actions and tasks.",
  doIt: "Do it",
  or: "or",
  empty: "Start with an empty board",
  sample: "Use the sample plan",
  preview: "Preview",
  drafts: "Added as drafts. Publish or discard them on the board.",
  remove: "Remove attachment",
  reading: "Reading",
  read: "Added to the description",
  notRead: "The file could not be read.",
  move: "Move the dialog with the arrow keys",
  length: (count: number, most: number) => `${number(count)} of ${number(most)}`,
  tooLong: "A description has at most 20,000 characters.",
  tooMany: (count: number, most: number) =>
    `This makes ${number(count)} cards, but at most ${number(most)} can be added at once. Shorten it, or save it as a Markdown file and press Import on My Plans.`,
  failed: "The plan could not be saved. Please try again.",
  done: "Done",
  made: (counts: string) => `Added: ${counts}.`,
})
