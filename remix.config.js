// Options of the Remix plugin; vite.config.ts imports them.

/** @type {import("@remix-run/dev").VitePluginConfig} */
export default {
  ssr: true,
  ignoredRouteFiles: ["**/.*", "**/*.css", "**/*.test.{ts,tsx}"],
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_routeConfig: false,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
}
