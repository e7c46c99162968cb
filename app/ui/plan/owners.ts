import type { Member } from "~/contract/user"

/** Members the owner picker offers: those matching the query, the owner first, then by name. */
export const ownersFor = (members: readonly Member[], ownerId: number | null, query: string): Member[] => {
  const wanted = query.trim().toLocaleLowerCase()
  return members
    .filter(({ userName }) => userName.toLocaleLowerCase().includes(wanted))
    .sort(
      (a, b) =>
        Number(b.id === ownerId) - Number(a.id === ownerId) || a.userName.localeCompare(b.userName) || a.id - b.id,
    )
}
