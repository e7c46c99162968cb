export type LetterList = { label: string; lines: { text: string; href?: string }[] }
export type LetterSection = { heading?: string; href?: string; lists: LetterList[] }

export type Letter = {
  heading: string
  paragraphs: string[]
  sections?: LetterSection[]
  /** A code to type elsewhere; `first`: above the button. */
  code?: { text: string; code: string; first: boolean }
  button: { label: string; href: string }
  /** Small print below the button. */
  remarks: string[]
  links?: { text: string; href: string }[]
}
