// deviceName(userAgent): "Firefox on Windows", for a list of sessions.
import { localized } from "~/contract/shared/language/localized"

export const deviceTexts = localized("deviceTexts", {
  on: (browser: string, system: string) => `${browser} on ${system}`,
})

// The order decides: most browsers name others that they resemble.
const browsers: [string, string][] = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
]
const systems: [string, string][] = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
]

/** Undefined for a program that is no known browser. */
export const deviceName = (userAgent: string | null): string | undefined => {
  const named = (names: [string, string][]) => names.find(([part]) => userAgent?.includes(part))?.[1]
  const browser = named(browsers)
  const system = named(systems)
  return browser && system ? deviceTexts.on(browser, system) : (browser ?? system)
}

/** What the device looks like; Android runs on phones and tablets alike. */
export const deviceKind = (userAgent: string | null): "phone" | "handheld" | "computer" =>
  userAgent?.includes("iPhone") ? "phone" : /iPad|Android/.test(userAgent ?? "") ? "handheld" : "computer"
