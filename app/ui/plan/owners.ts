import type { Member } from "~/contract/user"
import { peopleFor } from "~/rules/folded"

/** Members the owner picker offers: those matching the query, the owner first, then by name. */
export const ownersFor = (members: readonly Member[], ownerId: number | null, query: string): Member[] =>
  peopleFor(members, query).sort(
    (a, b) =>
      Number(b.id === ownerId) - Number(a.id === ownerId) || a.userName.localeCompare(b.userName) || a.id - b.id,
  )
