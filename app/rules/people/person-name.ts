import { limits, unprintable } from "~/contract/shared/bounds"

/** A name from elsewhere (a provider, an address, an imported file) as the contract takes it, or "". */
export const cleanName = (name: string) =>
  [...name.replace(new RegExp(unprintable, "gu"), " ").replace(/\s+/g, " ").trim()]
    .slice(0, limits.person)
    .join("")
    .trim()

/** Names that look alike are alike. */
const looks = (name: string) =>
  name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[‘’ʼ]/g, "'")
    .replace(/\p{Pd}/gu, "-")
    .toLowerCase()
    // The empty pattern of Braille is no space to Unicode.
    .replace(/[\s\u2800]+/g, " ")
    .trim()

/** Makes equal names distinct: the newer account's name gets a number. */
export const withDistinctNames = <P extends { id: number; userName: string }>(people: readonly P[]): readonly P[] => {
  const taken = new Set<string>()
  const numbered = new Map<number, string>()
  const alike: P[] = []
  for (const person of [...people].sort((a, b) => a.id - b.id)) {
    if (taken.has(looks(person.userName))) alike.push(person)
    else taken.add(looks(person.userName))
  }
  for (const { id, userName } of alike) {
    let number = 2
    while (taken.has(looks(`${userName} (${number})`))) number++
    const name = `${userName} (${number})`
    taken.add(looks(name))
    numbered.set(id, name)
  }
  if (numbered.size === 0) return people
  return people.map((person) => ({ ...person, userName: numbered.get(person.id) ?? person.userName }))
}
