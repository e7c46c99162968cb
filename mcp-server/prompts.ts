// Prompts that a client offers to its person.
type Given = Record<string, string | undefined>

const described = [
  {
    name: "weekly_review",
    title: "Weekly review",
    description: "Goes through a plan: what was done, what is late, what comes next.",
    arguments: [{ name: "planId", description: "The plan's id", required: true }],
    text: ({ planId }: Given) =>
      `Review plan ${planId} with me. Read it with get_board (done=true) and list_activity. Say what was done in the last ` +
      "seven days, what is overdue and whose it is, which actions in focus have not moved, and what I should decide. " +
      "Then suggest changes with propose_changes, and carry out only those that I agree to.",
  },
  {
    name: "plan_from_outline",
    title: "Plan from an outline",
    description: "Turns an outline into goals, actions and tasks of a plan.",
    arguments: [
      { name: "planId", description: "The plan's id", required: true },
      { name: "outline", description: "The outline, as text or Markdown", required: true },
    ],
    text: ({ planId, outline }: Given) =>
      `Turn this outline into goals, actions and tasks of plan ${planId}. Read the plan with get_board first, so that nothing ` +
      "is made twice. Show me the changes with propose_changes and carry them out when I agree.\n\n" +
      `<outline>\n${outline}\n</outline>`,
  },
]

export const prompts = described.map(({ text: _, ...prompt }) => prompt)

export const promptOf = (name: string, given: Given) => {
  const prompt = described.find((one) => one.name === name)
  if (!prompt)
    return {
      fault: `There is no prompt ${name.slice(0, 100)}. There are ${prompts.map((one) => one.name).join(" and ")}.`,
    }
  const missing = prompt.arguments.find((argument) => !given[argument.name]?.trim())
  if (missing) return { fault: `${name} needs ${missing.name}.` }
  return {
    description: prompt.description,
    messages: [{ role: "user" as const, content: { type: "text" as const, text: prompt.text(given) } }],
  }
}
