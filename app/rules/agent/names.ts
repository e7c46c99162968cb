const longest = 120
export const untitled = "Untitled"

/** The name by which people know a card: its name or heading, or else the first line of its description. */
export const nameOf = (card: { name?: unknown; topic?: unknown; description?: unknown }): string => {
  for (const text of [card.name, card.topic, card.description]) {
    // One character more than a name has, of two units each.
    const start = typeof text === "string" ? text.trim().slice(0, 2 * (longest + 1)) : ""
    const line = (start.split(/\r?\n/, 1)[0] ?? "").trim()
    if (line === "") continue
    if (line.length <= longest) return line
    const characters = [...line]
    return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : line
  }
  return untitled
}
