import { localized } from "~/contract/shared/language/localized"

/** Names of the types of notes, by their value. */
export const noteTypeNames = localized("noteTypeNames", { 0: "Regular note", 1: "Meeting note" })
