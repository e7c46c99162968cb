import { createContext, useContext } from "react"

/** Text typed in a dialog, by field. It outlives a deleted card. */
export const TypedTexts = createContext<Map<string, string>>(new Map())

export const useTypedTexts = () => useContext(TypedTexts)
