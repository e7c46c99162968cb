import { localized } from "~/contract/shared/language/localized"

/** What every letter says. */
export const letterTexts = localized("letterTexts", {
  openAddress: "If the button does not work, open this address:",
})
