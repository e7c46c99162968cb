import { createContext, useContext } from "react"
import type { Person } from "~/contract/field"
import type { PeopleLooks } from "~/rules/person-look"

/** The people of the plan around it; empty where no plan is shown. */
export const LooksContext = createContext<PeopleLooks>(new Map())

export const useLook = (id: number | null | undefined) => useContext(LooksContext).get(id ?? 0)

/** The name of a person here, with its number among equal names. */
export const useNames = () => {
  const looks = useContext(LooksContext)
  return ({ id, userName }: Person) => looks.get(id ?? 0)?.userName ?? userName
}
