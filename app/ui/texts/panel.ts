/** The side panel, spec 2 section 2. */
export const panel = {
  name: "Side panel",
  mode: "Side panel shows",
  search: "Search",
  chat: "AI Chat",
  notes: "Notes",
  collapse: "Collapse side panel",
  searchField: "Search the board",
  clear: "Clear search",
  hint: "Cards without these words fade.",
  found: (count: number) => (count === 0 ? "No card has these words." : count === 1 ? "1 card" : `${count} cards`),
  noChat: "No assistant is connected to this board.",
  more: "More",
  resize: {
    goals: "Width of Goals",
    actions: "Width of Actions",
    shared: "Width of goals and actions",
    side: "Width of the side panel",
  },
} as const
