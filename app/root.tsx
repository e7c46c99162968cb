import "@fontsource-variable/inter/opsz.css"
import "~/ui/theme/theme.css"
import interLatin from "@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2?url"
import type { LinksFunction, MetaFunction } from "@remix-run/node"
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from "@remix-run/react"
import { type ReactNode, useContext, useEffect } from "react"
import { earlyBoardScript, earlyFormats } from "~/client/board/early-board"
import { drawnPageId, drawnPaths, dropDrawnPage } from "~/client/offline/drawn-page"
import { inForce } from "~/contract/shared/language/in-force"
import { directionOf, localeOf } from "~/contract/shared/language/language"
import { EmptyState } from "~/ui/parts/empty-state"
import { TipHost, ToastHost } from "~/ui/parts/hosts"
import { earlyPressScript, FirstCardsContext, LateScripts, useEarlyPress, useNonce } from "~/ui/parts/page-scripts"
import { common } from "~/ui/parts/texts"
import { barColors, themeScript } from "~/ui/theme/theme"

export const meta: MetaFunction = () => [{ title: common.product }]

export const links: LinksFunction = () => [
  { rel: "preload", href: interLatin, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
]

export const Layout = ({ children }: { children: ReactNode }) => {
  const nonce = useNonce()
  // The board never scrolls as a whole, and reading its scroll position on leaving would force another layout.
  const scrolls = useLocation().pathname !== "/board"
  const { tag } = inForce()
  return (
    // The theme script sets data-theme before React hydrates the element.
    <html lang={tag} dir={directionOf(tag)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="description" content={common.description} />
        {(["light", "dark"] as const).map((theme) => (
          <meta
            key={theme}
            name="theme-color"
            media={`(prefers-color-scheme: ${theme})`}
            content={barColors[theme]}
            suppressHydrationWarning
          />
        ))}
        <Meta />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this product, and it must run before paint
          dangerouslySetInnerHTML={{
            __html: earlyPressScript + themeScript + earlyBoardScript + earlyFormats(localeOf(tag)),
          }}
        />
        <Links />
      </head>
      <body>
        <DrawnPagePlace />
        {children}
        <ToastHost />
        <TipHost />
        {scrolls && <ScrollRestoration nonce={nonce} />}
        <LateScripts nonce={nonce} />
      </body>
    </html>
  )
}

// The types of React 18 lack this attribute.
const inert = { inert: "" }

/** A placeholder of the page until React has drawn it: the server fills it with the first cards, or the document's script with the drawn page. */
const DrawnPagePlace = () => {
  const first = useContext(FirstCardsContext)
  const place = { id: drawnPageId, "aria-hidden": true, suppressHydrationWarning: true }
  if (!first) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty constant, with which React hydrates around content that is not its own
    return <div {...place} className="drawn-page" dangerouslySetInnerHTML={{ __html: "" }} />
  }
  return (
    <div {...place} {...inert} className="drawn-page first">
      {first}
    </div>
  )
}

export default function App() {
  useEarlyPress()
  const { pathname } = useLocation()
  useEffect(() => {
    if (!drawnPaths.includes(pathname)) dropDrawnPage()
  }, [pathname])
  return <Outlet />
}

/** Shown when a page throws; the server has logged the error. */
export const ErrorBoundary = () => {
  const error = useRouteError()
  useEffect(dropDrawnPage, [])
  const said = isRouteErrorResponse(error) && error.status < 500 ? error.statusText : undefined
  return (
    <main className="page-failed">
      <EmptyState alone title={said || common.pageFailed} text={common.pageFailedHint}>
        <a className="button primary" href="/">
          {common.toPlans}
        </a>
      </EmptyState>
    </main>
  )
}
