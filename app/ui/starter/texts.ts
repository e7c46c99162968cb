/** Texts of the first-plan starter, in sentence case. */
export const starter = {
  heading: "Let's make your first plan!",
  planName: "Plan name",
  description: "Description",
  placeholder: "What do you want to reach, and what does it take?",
  hint: "Headings become goals, lists become actions, and what is indented below an action its tasks. Other words become a goal.",
  doIt: "Do it",
  remove: "Remove attachment",
  move: "Move the dialog with the arrow keys",
  tooLong: "A description has at most 20,000 characters.",
  failed: "The plan could not be saved. Please try again.",
  made: (goals: number, actions: number, tasks: number) => {
    const counted = (count: number, one: string) => (count === 0 ? [] : [`${count} ${one}${count === 1 ? "" : "s"}`])
    return `Added: ${[...counted(goals, "goal"), ...counted(actions, "action"), ...counted(tasks, "task")].join(", ")}.`
  },
} as const
