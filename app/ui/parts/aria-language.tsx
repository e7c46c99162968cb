import type { ReactNode } from "react"
import { I18nProvider } from "react-aria-components"

/** The library's own words and its sliders and menus follow this language. Without it they follow the browser's. */
export const AriaLanguage = ({ tag, children }: { tag: string; children: ReactNode }) => (
  <I18nProvider locale={tag}>{children}</I18nProvider>
)
