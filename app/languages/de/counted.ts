import { pluralsOf } from "~/contract/language/plural"

export const counted = pluralsOf("de-DE")

const numbers = new Intl.NumberFormat("de-DE")
export const number = (value: number) => numbers.format(value)
