// composeLetter(letter): the text and HTML of a mail with one button, lists of what it is about, and links below.
import type { Letter } from "./letter-page.server"

/** The library that renders mails is read with the first one. */
export const composeLetter = async (letter: Letter): Promise<{ text: string; html: string }> => {
  const { renderLetter } = await import("./letter-page.server")
  return renderLetter(letter)
}
