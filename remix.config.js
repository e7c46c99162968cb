// Options of the Remix plugin; vite.config.ts imports them.

/** @type {import("@remix-run/dev").VitePluginConfig} */
export default {
  ssr: true,
  ignoredRouteFiles: ["**/.*", "**/*.css", "**/*.test.{ts,tsx}"],
  future: {
    v3_fetcherPersist: true,
    // Discovery asks the server for a page not yet visited, which an installed app may not reach.
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_routeConfig: false,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
}
