export const palette = {
  name: "Command palette",
  field: "Type a command or the words of a card",
  none: "Nothing has these words.",
  commands: "Commands",
  kinds: { goal: "Goal", item: "Action", task: "Task" },
} as const

export const keyList = {
  title: "Keyboard shortcuts",
  single: "Letters alone are commands",
  singleHint: "Never while you type. Turn them off if you speak to your computer.",
  groups: [
    {
      name: "Anywhere",
      keys: [
        ["Ctrl+K", "Command palette"],
        ["/", "Search"],
        ["C", "AI Chat"],
        ["N", "Notes"],
        ["\\", "Collapse or open side panel"],
        ["G, then 1 to 9", "Select goal"],
        ["Shift+G", "Add new goal"],
        ["Shift+A", "Add Action"],
        ["H", "Show or hide history"],
        ["Esc", "Close the top layer; in search, clear"],
        ["?", "This list"],
      ],
    },
    {
      name: "On a card",
      keys: [
        ["Arrows", "Move between cards"],
        ["Enter", "Open the card’s dialog"],
        ["F2 or E", "Edit text in place"],
        ["Space", "Pick up; arrows move, Space drops, Esc cancels"],
        ["1, 2, 3", "Task to To Do, Doing, Done"],
        ["T", "Add task in the focused lane"],
        ["F", "Focus or unfocus an action"],
        ["O, D", "Owner popup, day picker"],
        ["Ctrl+1 to 5", "Dialog tabs"],
      ],
    },
  ],
} as const
