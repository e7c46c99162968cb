import { localized } from "~/contract/shared/language/localized"

export const deviceTexts = localized("deviceTexts", {
  on: (browser: string, system: string) => `${browser} on ${system}`,
})
