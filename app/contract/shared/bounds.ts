// The bounds of texts and numbers. The schemas that check them are loaded later.

/** Longest texts, in Unicode code points. */
export const limits = {
  name: 200,
  person: 100,
  address: 254,
  description: 20_000,
  instructions: 10_000,
  recurrence: 200,
  unit: 30,
  comment: 10_000,
  note: 200_000,
  /** Of a list in one answer: bytes of its texts, which JSON's escapes can make six times as many, and rows. */
  listPage: { bytes: 1_048_576, rows: 500 },
} as const

/** The most cards that a card waits for. */
export const mostBlockers = 20

/** The most results of a goal. */
export const mostKeyResults = 10

/** What agents and files call the statuses 0, 1 and 2 of a goal. */
export const goalStatusWords = ["on track", "at risk", "off track"] as const

/** Decimals of a result's numbers, and the greatest: one in ten thousandths is a whole number that is exact. */
export const decimals = 4
export const greatestMeasure = 100_000_000_000

/** Whether a result can have the number. */
export const isMeasure = (value: number) =>
  Math.abs(value) <= greatestMeasure && Number(value.toFixed(decimals)) === value

/** The most cards that one call copies while its caller waits. */
export const copiedAtOnce = 2_000

/** Control characters, line breaks, marks that turn the direction of text, and characters without width. */
export const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u

export const leastOrder = -2_147_483_648
export const greatestOrder = 2_147_483_647
