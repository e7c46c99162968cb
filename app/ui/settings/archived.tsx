import { createContext, type ReactNode, useContext } from "react"

const Archived = createContext(false)

/** Around the settings of a plan that may be archived. */
export const ArchivedPlan = Archived.Provider

export const useArchived = () => useContext(Archived)

/** Controls that the server refuses in an archived plan. What takes access away stays. */
export const UnlessArchived = ({ children }: { children: ReactNode }) => (useArchived() ? null : children)
