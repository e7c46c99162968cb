import { createContext, useContext } from "react"

/** What was typed in a dialog, by field: it outlives the thing it was typed for. */
export const TypedTexts = createContext<Map<string, string>>(new Map())

export const useTypedTexts = () => useContext(TypedTexts)
