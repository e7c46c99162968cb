// Counted words and numbers of English texts.
import { localeOf } from "./language"
import { pluralsOf } from "./plural"

/** `counted(2, { one: "# task", other: "# tasks" })` */
export const counted = pluralsOf(localeOf("en"))

/** "20,000" */
export const number = (value: number) => counted(value, { other: "#" })
