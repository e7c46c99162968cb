// composeLetter(letter): the text and HTML of a mail with one button, lists of what it is about, and links below.

export type LetterList = { label: string; lines: { text: string; href?: string }[] }
export type LetterSection = { heading?: string; href?: string; lists: LetterList[] }

export type Letter = {
  heading: string
  paragraphs: string[]
  sections?: LetterSection[]
  button: { label: string; href: string }
  /** Small print below the button. */
  remarks: string[]
  links?: { text: string; href: string }[]
}

/** The library that renders mails is read with the first one. */
export const composeLetter = async (letter: Letter): Promise<{ text: string; html: string }> => {
  const { renderLetter } = await import("./letter-page.server")
  return renderLetter(letter)
}
