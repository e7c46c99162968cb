// cardRefs(): what a file calls the cards that others wait for. cardName(): what a card is called.

export const cardName = (card: { topic: string; description: string } | { description: string }) =>
  "topic" in card && card.topic.trim() !== "" ? card.topic : card.description

/** In characters, with room for a number behind it in what a name may have. */
const longest = 180

/** The names of cards of a kind in the order of their file, in a line each. Of several the same, the second one is "Name (2)". */
export const cardRefs = (names: readonly string[]): string[] => {
  const used = new Set<string>()
  const counts = new Map<string, number>()
  return names.map((name) => {
    const base = [...name.replace(/\s+/g, " ").trim()].slice(0, longest).join("").trim()
    let ref = base
    let count = counts.get(base) ?? 1
    while (used.has(ref)) ref = `${base} (${++count})`
    counts.set(base, count)
    used.add(ref)
    return ref
  })
}
