// folded(text): a text for comparison: in lower case, without accents and vowel marks. peopleFor(people, query): those
// whom a query finds. cutAtMatches(text, wanted): where a text matches.

/** Letters that Unicode does not decompose. They, quotation marks and dashes are as Postgres' unaccent writes them. */
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŧ: "t",
  þ: "th",
  // Of one letter, the form at the end of a word.
  ς: "σ",
}

const ascii = /^[\x20-\x7e]*$/

export const folded = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize("NFKD")
        // Arabic stretches words by tatweels.
        .replace(/[\p{M}\u0640]/gu, "")
        .replace(/[‘’ʼ]/g, "'")
        .replace(/[“”„]/g, '"')
        .replace(/\p{Pd}/gu, "-")
        .toLowerCase()
        .replace(/[ßæœøđðħıłŧþς]/g, (letter) => letters[letter] ?? letter)

const wordsIn = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Signs within a name that people leave out: O’Brien, Jean-Luc. */
const within = /(?<=\p{L})['’ʼʻ‘`´\p{Pd}](?=\p{L})/gu
const umlauts: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue" }

/** The words of a name, also as they are typed without its signs, and with "ue" for "ü". */
const wordsOfName = (name: string): string[] => {
  const spelt = name.normalize("NFC").toLowerCase()
  return [
    ...wordsIn(name),
    ...wordsIn(name.replace(within, "")),
    ...wordsIn(spelt.replace(/[äöü]/g, (letter) => umlauts[letter] ?? letter)),
  ]
}

/** Those with every word of the query in their names, in any order: where one begins with the first of them come first. */
export const peopleFor = <Person extends { userName: string }>(people: readonly Person[], query: string): Person[] => {
  const wanted = wordsIn(query)
  const [first] = wanted
  if (first === undefined) return [...people]
  const found = people.flatMap((person) => {
    const words = wordsOfName(person.userName)
    if (!wanted.every((each) => words.some((word) => word.includes(each)))) return []
    return [{ person, begins: words.some((word) => word.startsWith(first)) }]
  })
  return found.sort((one, other) => Number(other.begins) - Number(one.begins)).map(({ person }) => person)
}

/** A text cut at the matches of a folded one; every second part is a match. */
export const cutAtMatches = (text: string, wanted: string): string[] => {
  if (wanted === "") return [text]
  let plain = ""
  /** Where each folded character begins in the text. */
  const from: number[] = []
  let at = 0
  for (const character of text) {
    const fold = folded(character)
    for (let n = 0; n < fold.length; n++) from.push(at)
    plain += fold
    at += character.length
  }
  from.push(text.length)
  const parts: string[] = []
  let end = 0
  for (let found = plain.indexOf(wanted); found >= 0; found = plain.indexOf(wanted, found + wanted.length)) {
    const start = from[found] ?? end
    if (start < end) continue
    let after = found + wanted.length
    // A character that folds to several is marked whole, and an accent with its letter.
    while (after < plain.length && from[after] === from[after - 1]) after++
    let stop = from[after] ?? text.length
    while (/^\p{M}/u.test(text.slice(stop, stop + 2))) stop += String.fromCodePoint(text.codePointAt(stop) ?? 0).length
    parts.push(text.slice(end, start), text.slice(start, stop))
    end = stop
  }
  return [...parts, text.slice(end)]
}
