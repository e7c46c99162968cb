export type TitlePart = { text: string; strong: boolean }

/** Where a title quotes the card, or the plan: in the language that it was written in, which may not be the reader's now. */
const quoted = (title: string) => {
  const start = title.search(/[“„]/) + 1
  const end = Math.max(title.lastIndexOf("”"), title.lastIndexOf("“"))
  return start > 0 && end >= start ? { start, end } : undefined
}

/** The card, or the plan, in a notification's title. */
export const namedIn = (title: string): string | undefined => {
  const found = quoted(title)
  return found && title.slice(found.start, found.end)
}

/** The author as a title calls them: with the number that distinguishes people of the same name. */
export const authorIn = (title: string, author: string) =>
  title.startsWith(author) ? author + (/^ \(\d+\)/.exec(title.slice(author.length))?.[0] ?? "") : author

/** A notification's title with its author, and what it quotes, as strong parts. */
export const titleParts = (title: string, author: string | undefined): TitlePart[] => {
  const named = author && title.startsWith(author) ? authorIn(title, author).length : 0
  const rest = title.slice(named)
  const { start, end } = quoted(rest) ?? { start: rest.length, end: rest.length }
  return [
    { text: title.slice(0, named), strong: true },
    { text: rest.slice(0, start), strong: false },
    { text: rest.slice(start, end), strong: true },
    { text: rest.slice(end), strong: false },
  ].filter(({ text }) => text !== "")
}
