/** The name by which people know a card: its name or heading, or else the first line of its description. */
export const nameOf = (card: { name?: unknown; topic?: unknown; description?: unknown }): string => {
  for (const text of [card.name, card.topic, card.description]) {
    const line = typeof text === "string" ? (text.trim().split(/\r?\n/, 1)[0] ?? "").trim() : ""
    if (line !== "") return [...line].length > 120 ? `${[...line].slice(0, 119).join("")}…` : line
  }
  return "Untitled"
}
