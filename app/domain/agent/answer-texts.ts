// answers: what the assistant says by rules, in the person's language. A preview's rows are in rules/agent/propose.ts.
import { counted } from "~/contract/shared/language/english"
import { localized } from "~/contract/shared/language/localized"

const quoted = (name: string) => `"${name}"`

export const answers = localized("assistantAnswers", {
  aGoal: "a goal",
  anAction: "an action",
  aTask: "a task",
  anActionIn: (goal: string) => `an action in ${quoted(goal)}`,
  aTaskOf: (action: string) => `a task of ${quoted(action)}`,
  number: (id: number) => `number ${id}`,
  more: (count: number) => ` and ${count} more`,
  which: (name: string) => `Which ${quoted(name)} do you mean?`,
  whichCard: {
    goal: "Which goal do you mean?",
    item: "Which action do you mean?",
    task: "Which task do you mean?",
    card: "Which card do you mean?",
  },
  cantFind: {
    goal: (name: string) => `I can’t find the goal ${quoted(name)} in this plan.`,
    item: (name: string) => `I can’t find the action ${quoted(name)} in this plan.`,
    task: (name: string) => `I can’t find the task ${quoted(name)} in this plan.`,
    card: (name: string) => `I can’t find the card ${quoted(name)} in this plan.`,
  },
  isOther: (name: string, what: string) => ` ${quoted(name)} is ${what}.`,
  didYouMean: (names: readonly string[]) => ` Did you mean ${names.map(quoted).join(" or ")}?`,
  or: (names: readonly string[]) => names.join(" or "),
  whichPerson: (name: string, people: string) => `Which ${quoted(name)} do you mean: ${people}?`,
  noMember: (name: string, people: string) => `${quoted(name)} is not a member of this plan. Members are ${people}.`,
  noLabel: (said: string, labels: readonly string[]) =>
    labels.length > 0
      ? `There is no label ${quoted(said)}. Labels are ${labels.join(", ")}.`
      : `There is no label ${quoted(said)}: this plan has no labels.`,
  noDate: (said: string) => `I don’t understand the date “${said}”. Try 15 December, 2026-12-15 or next Friday.`,
  noDay: "No date",
  whichAction: (task: string) => `Which action does the task ${quoted(task)} belong to?`,
  notUnderstood: (part: string) => `I don’t understand “${part}”, so nothing is proposed for it.`,
  leftOut: (lines: readonly string[]) =>
    [
      `${counted(lines.length, { one: "Left out # line:", other: "Left out # lines:" })}`,
      ...lines.map((line) => `- ${line}`),
    ].join("\n"),
  meeting: "Meeting",
  nothing: "There is nothing to change.",
  why: {
    none: "No model is configured, so I understand simple sentences only:",
    off: "AI is turned off for this plan, so I understand simple sentences only:",
  },
  abilities: [
    '- Add a goal "X" · Add an action "X" to "Goal" · Add a task "X" to "Action" for NAME due DATE',
    '- Rename the task "A" to "B" · Describe "A" as "…" · Move the action "A" to the goal "G"',
    '- Focus on "A" · Unfocus "A" · Move the task "T" to doing · Complete "A" · Uncomplete "A"',
    '- "T" waits for "U" · "T" no longer waits for "U" · Label "T" as LABEL · Remove the label LABEL from "T"',
    '- Assign "T" to NAME · Set the due date of "T" to DATE · Set RESULT to 420 · Delete the task "T" · Undo',
    "- An outline, CSV, or meeting notes with “Action:” and “TODO”",
    "- Which actions are there? · What is overdue? · What is due this week? · What is NAME working on? · How are our goals? · Summarise the plan",
  ],
  /** One request of each kind, to begin with. */
  examples: [
    { name: "Add", request: 'Add a task "X" to "Action" for NAME due DATE' },
    { name: "Change", request: 'Set the due date of "T" to DATE' },
    { name: "Move", request: 'Move the task "T" to doing' },
    { name: "Delete", request: 'Delete the task "T"' },
    { name: "Paste", request: "# Goal\n- Action\n  - Task" },
  ],
  tooLong: (lines: number, most: number) =>
    `This text has ${lines} lines. I can make at most ${most} changes at once: send a part of it, or import it as a new plan.`,
  tooMany: (entries: number, most: number) =>
    `This outline has ${entries} entries. I can make at most ${most} at once: send a part of it.`,
  // Questions about the plan
  nothingOverdue: "Nothing is overdue.",
  overdue: "overdue",
  due: {
    today: "due today",
    tomorrow: "due by tomorrow",
    week: "due this week",
    nextWeek: "due by the end of next week",
    month: "due within a month",
    on: (day: string) => `due on ${day}`,
    by: (day: string) => `due by ${day}`,
  },
  nothingDue: (when: string) => `Nothing is ${when}.`,
  dueDay: (day: string) => `due ${day}`,
  inAction: (action: string) => `in ${quoted(action)}`,
  inFocus: "in Focus",
  moreLines: (count: number) => `…and ${count} more`,
  counts: {
    goals: (count: number) => counted(count, { one: "# goal", other: "# goals" }),
    item: (count: number) => counted(count, { one: "# action", other: "# actions" }),
    task: (count: number) => counted(count, { one: "# task", other: "# tasks" }),
    openItem: (count: number) => counted(count, { one: "# open action", other: "# open actions" }),
    openTask: (count: number) => counted(count, { one: "# open task", other: "# open tasks" }),
    doneItem: (count: number) => counted(count, { one: "# completed action", other: "# completed actions" }),
    doneTask: (count: number) => counted(count, { one: "# done task", other: "# done tasks" }),
  },
  none: {
    goals: "There are no goals yet.",
    item: (how: string) => `There are no actions${how}.`,
    task: (how: string) => `There are no tasks${how}.`,
    openItem: (how: string) => `There are no open actions${how}.`,
    openTask: (how: string) => `There are no open tasks${how}.`,
    doneItem: (_how: string) => "There are no completed actions.",
    doneTask: (_how: string) => "There are no done tasks.",
  },
  how: {
    column: (column: string) => ` in ${column}`,
    focus: " in Focus",
    noOwner: " without an owner",
    of: (name: string) => ` of ${name}`,
    in: (name: string) => ` in ${quoted(name)}`,
  },
  columns: ["To Do", "Doing", "Done"],
  and: " and ",
  noOpenTasks: (name: string) => `${name} has no open tasks.`,
  isDoing: (name: string) => `${name} is doing:`,
  doesNothing: (name: string) => `${name} is doing nothing right now.`,
  next: "Next:",
  measured: {
    status: ["on track", "at risk", "off track"],
    progress: (percent: number) => `progress ${percent} %`,
    pace: (percent: number) => `pace ${percent} %`,
    none: "No open goal has a status or a result.",
  },
  view: {
    shows: (view: string, count: number) =>
      count === 0
        ? `The view ${quoted(view)} shows no task.`
        : `The view ${quoted(view)} shows ${counted(count, { one: "# task:", other: "# tasks:" })}`,
    none: (said: string, views: readonly string[]) =>
      views.length > 0
        ? `There is no view ${quoted(said)}. Views are ${views.map(quoted).join(", ")}.`
        : `There is no view ${quoted(said)}: you have no views in this plan.`,
    save: "I can’t see the filter on your screen. Set it, open the list of views beside the plan’s name, and choose “Save this view”.",
  },
  focusList: "In Focus:",
  focusNone: "Nothing is in Focus.",
  summary: (goals: number, actions: number, focus: number) =>
    `${counted(goals, { one: "# goal", other: "# goals" })}, ${counted(actions, { one: "# open action", other: "# open actions" })} (${focus} in Focus)`,
  summaryOfTasks: (todo: number, doing: number, done: number) =>
    `${counted(todo + doing + done, { one: "# task", other: "# tasks" })}: ${todo} to do, ${doing} doing, ${done} done.`,
})

/** Why a change of a proposal no longer applies, where the log has no entry. */
export const reviewTexts = localized("reviewTexts", {
  gone: "This card is no longer in the plan.",
  changed: "This card has changed since.",
})
