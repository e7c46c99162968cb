// inForce(): the language in which texts are read. In a browser it is one for as long as the page lives; on the server
// each request has its own.
import { type Language, languages, type Tag } from "./language"

export type Tongue = {
  tag: Tag
  /** The texts for the English ones under a key, in the same shape; absent: the English ones. */
  texts?: (key: string, english: object) => object | undefined
}

const english: Tongue = { tag: "en" }
let ofPage = english
let ofRequest: (() => Tongue | undefined) | undefined

export const inForce = (): Tongue => ofRequest?.() ?? ofPage

/** For what is stored or sent and read later. */
export const languageInForce = (): Language => languages.find((each) => each === inForce().tag) ?? "en"

/** Before anything is rendered. */
export const setLanguage = (tongue: Tongue) => {
  ofPage = tongue
}

/** How the server finds the language of the request that is being answered. */
export const readLanguageFrom = (read: (() => Tongue | undefined) | undefined) => {
  ofRequest = read
}
