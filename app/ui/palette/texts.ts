import { localized } from "~/contract/shared/language/localized"

export const palette = localized("palette", {
  name: "Command palette",
  field: "Type a command, or search for a card",
  none: "No matches.",
  commands: "Commands",
  kinds: { goal: "Goal", item: "Action", task: "Task" },
})

export const keyList = localized("keyList", {
  title: "Keyboard shortcuts",
  single: "Single-key shortcuts",
  singleHint: "They do nothing while you type in a field. Turn them off if you use voice control.",
  groups: [
    {
      name: "Anywhere",
      keys: [
        ["Ctrl+K", "Command palette"],
        ["Shift+F", "Filter"],
        ["V, then 1 to 9", "Open a view"],
        ["/", "Search"],
        ["C", "AI Chat"],
        ["R", "Review what agents propose"],
        ["N", "Notes"],
        ["\\", "Collapse or open side panel"],
        ["G, then 1 to 9", "Select goal"],
        ["Shift+G", "Add new goal"],
        ["Shift+A", "Add Action"],
        ["H", "Show or hide history"],
        ["Ctrl+Z", "Undo"],
        ["Ctrl+Y", "Redo"],
        ["Ctrl+Enter", "“Do it” while a preview waits"],
        ["Esc", "Close the top layer, or deselect a card; in search, clear the text"],
        ["?", "This list"],
      ],
    },
    {
      name: "On a card",
      keys: [
        ["Arrows", "Move between cards and show their controls"],
        ["Enter", "Open the card’s dialog"],
        ["F2 or E", "Edit text in place"],
        ["Space", "Pick up; arrows move, Space drops, Esc cancels"],
        ["1, 2, 3", "Move the task to To Do, Doing or Done"],
        ["T", "Add a task to the lane"],
        ["F", "Focus or unfocus an action"],
        ["I", "Check in a goal"],
        ["O, D, L, W", "Choose the owner, the due date, labels, what it waits for"],
        ["Ctrl+1 to 5", "Switch tabs in a dialog"],
      ],
    },
    {
      name: "In the calendar",
      keys: [
        ["V, then B or C", "Board or calendar"],
        ["Arrows", "Move between days and the cards of a day"],
        ["Space", "Pick up; arrows choose a day, Backspace none, Space drops"],
        ["M, W", "Month, week"],
        ["T or .", "Today"],
        ["PgUp, PgDn", "The month or week before, after"],
      ],
    },
  ],
})
