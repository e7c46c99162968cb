import { pluralsOf } from "~/contract/shared/language/plural"

export const counted = pluralsOf("de-DE")

export const number = (value: number) => counted(value, { other: "#" })
