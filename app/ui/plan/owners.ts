import type { Member } from "~/contract/user"

/** Whom the owner selector offers: the owner first, then by name; those whose name holds the query. */
export const ownersFor = (members: readonly Member[], ownerId: number | null, query: string): Member[] => {
  const wanted = query.trim().toLocaleLowerCase()
  return members
    .filter(({ userName }) => userName.toLocaleLowerCase().includes(wanted))
    .sort(
      (a, b) =>
        Number(b.id === ownerId) - Number(a.id === ownerId) || a.userName.localeCompare(b.userName) || a.id - b.id,
    )
}
