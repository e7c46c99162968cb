import { createContext, useContext } from "react"

/** The nonce of this response's content security policy; empty in the browser, which hides it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)

export const useNonce = () => useContext(NonceContext)
