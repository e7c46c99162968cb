import { localized } from "~/contract/language/localized"

export const deviceTexts = localized("deviceTexts", {
  on: (browser: string, system: string) => `${browser} on ${system}`,
})
