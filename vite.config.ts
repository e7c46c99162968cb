import fs from "node:fs"
import path from "node:path"
import { promisify } from "node:util"
import zlib from "node:zlib"
import { vitePlugin as remix } from "@remix-run/dev"
import { minify } from "@swc/core"
import { defineConfig, type Plugin } from "vite"
import { VitePWA } from "vite-plugin-pwa"
import remixOptions from "./remix.config.js"
import { layersOfRooms } from "./scripts/steps/layers.mjs"
import { contractForBrowsers } from "./scripts/vite/contract-for-browsers"
import { libraryCode } from "./scripts/vite/library-code"
import { singleIcons } from "./scripts/vite/single-icons"

export default defineConfig({
  plugins: [
    layersOfRooms(),
    sidesAtOnce(),
    remix(remixOptions),
    loadersOfEarlyLinks(),
    contractForBrowsers(),
    singleIcons(),
    libraryCode(),
    processEntry(),
    fewerChunks(),
    minified(),
    serviceWorker(),
    precompress(),
  ],
  resolve: { alias: { "~": path.resolve(import.meta.dirname, "app") } },
  build: { target: "es2022", reportCompressedSize: false },
})

/**
 * Remix takes a link that is followed while a `clientLoader` still hydrates for part of the hydration, and shows its page
 * without the data of its loader. Only what loads while nothing navigates is part of it.
 */
function loadersOfEarlyLinks(): Plugin {
  const hydrating = /!router\.state\.initialized/g
  return {
    name: "laneway-loaders-of-early-links",
    apply: "build",
    transform(code, id) {
      if (!/@remix-run\/react\/dist\/esm\/single-fetch\.js$/.test(id)) return
      if (code.match(hydrating)?.length !== 2) this.error("Remix tells hydration from navigation in another way.")
      return code.replace(hydrating, '(!router.state.initialized && router.state.navigation.state === "idle")')
    },
  }
}

/** Where both sides are built at once (scripts/steps/build.mjs), the server's list of files for browsers waits until they are written. */
function sidesAtOnce(): Plugin {
  let isSsr = false
  const written = () =>
    new Promise<void>((resolve) => {
      process.once("message", () => {
        process.disconnect()
        resolve()
      })
    })
  return {
    name: "laneway-sides-at-once",
    enforce: "pre",
    apply: (_config, { command }) => command === "build" && process.send !== undefined,
    configResolved({ build }) {
      isSsr = Boolean(build.ssr)
    },
    load: async (id) => {
      if (isSsr && id === "\0virtual:remix/server-manifest") await written()
    },
    writeBundle() {
      if (!isSsr) process.send?.("written")
    },
  }
}

/**
 * Makes the process the entry of the server build instead of Remix's own module, which it imports: pages, API and
 * process then share one instance of each module, including the database pool. Dependencies are bundled: reading them
 * from a thousand files makes the process start three times as slowly.
 */
function processEntry(): Plugin {
  return {
    name: "laneway-process-entry",
    enforce: "post",
    apply: "build",
    config: (_config, { isSsrBuild }) =>
      isSsrBuild
        ? {
            ssr: { noExternal: true, external: ["ws", "@napi-rs/canvas"] },
            build: {
              target: "node20",
              rollupOptions: {
                input: {
                  main: "app/server/main.ts",
                  worker: "app/server/worker.ts",
                  edge: "app/server/edge.ts",
                  mcp: "mcp-server/main.ts",
                  backup: "app/server/backup.ts",
                },
                output: { entryFileNames: "[name].js" },
              },
            },
          }
        : undefined,
  }
}

/** Joins small chunks of the browser build, of which a board would load over a hundred. */
function fewerChunks(): Plugin {
  return {
    name: "laneway-fewer-chunks",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    config: () => ({
      build: { rollupOptions: { output: { experimentalMinChunkSize: 20_000, manualChunks: chunkOf } } },
    }),
  }
}

/** Minifies the browser's scripts with swc: as small as by terser, in a tenth of the processor time. */
function minified(): Plugin {
  return {
    name: "laneway-minified",
    apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
    config: () => ({ build: { minify: false, cssMinify: "esbuild" } }),
    renderChunk: {
      // After esbuild has written what the target's browsers know.
      order: "post",
      handler: async (code) => {
        const { code: small } = await minify(code, { module: true, compress: { ecma: 2020, passes: 2 }, mangle: true })
        return { code: small, map: null }
      },
    },
  }
}

/**
 * What every page runs on, in a file of its own: browsers keep it while the product changes. A language in one. Schemas in
 * one, which come with the connection. What each page asks for while it starts in one, `early`. And what the board loads in two, one of them shared with other pages: its files are
 * read from this device one by one.
 */
function chunkOf(id: string, { getModuleIds, getModuleInfo }: ManualChunkMeta) {
  if (/\/app\/languages\/de\//.test(id)) return "german"
  if (/\/node_modules\/zod\/|\/app\/contract\/(fields\/field|event-payload|notification-row)\.ts/.test(id))
    return "schemas"
  if (
    /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run\/(react|router))\//.test(
      id,
    )
  )
    return "framework"
  const syllables = /\/node_modules\/hyphen\/(?:patterns\/)?(de-|en-)?/.exec(id)
  if (syllables) return `syllables-${syllables[1] ?? ""}`
  parts ??= partsOf([...getModuleIds()], (id) => getModuleInfo(id)?.importedIds ?? [])
  if (/\/app\/client\/(translated-page|outbox\/sealed)\.ts/.test(id)) return "early"
  const { first, board, others, icons } = parts
  if (first.has(id)) return "first"
  if (icons.has(id)) return "icons"
  if (!board.has(id)) return undefined
  return others.has(id) ? "shared" : "plan"
}

type ManualChunkMeta = {
  getModuleIds(): Iterable<string>
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

const isIcon = /\/lucide-react\/dist\/esm\/icons\//

let parts: ReturnType<typeof partsOf> | undefined

/**
 * What the pages load at once: `first` every page, with what the login page shares with others, `board` an open plan, all
 * `others`, and the `icons` of what is loaded later, which would otherwise join a file that every page loads.
 */
function partsOf(modules: string[], importsOf: (id: string) => readonly string[]) {
  const loadedBy = (pages: RegExp) => {
    const found = new Set<string>()
    const next = modules.filter((id) => pages.test(id))
    for (let id = next.pop(); id !== undefined; id = next.pop()) {
      if (found.has(id)) continue
      found.add(id)
      next.push(...importsOf(id))
    }
    return found
  }
  const always = loadedBy(/\/app\/(entry\.client|root)\.tsx\b/)
  const login = loadedBy(/\/app\/routes\/login\.tsx\b/)
  const board = loadedBy(/\/app\/routes\/board\.tsx\b/)
  const others = loadedBy(/\/app\/routes\/(?!(board|threads|goals|public|login)\.)[^/]+\.tsx\b/)
  const first = new Set([...always, ...[...login].filter((id) => others.has(id) || board.has(id))])
  const later = modules.filter((id) => !first.has(id) && !board.has(id) && !isIcon.test(id))
  const named = later.flatMap((id) => importsOf(id).filter((imported) => isIcon.test(imported)))
  const icons = new Set(named.filter((id, place) => named.indexOf(id) < place && !board.has(id)))
  return { first, board, others, icons }
}

/**
 * Builds the service worker with the list of files that it stores at install: those that work without a server. The web
 * manifest is a static file.
 */
function serviceWorker() {
  return VitePWA({
    strategies: "injectManifest",
    srcDir: "app",
    filename: "service-worker.ts",
    outDir: "build/client",
    manifest: false,
    injectRegister: false,
    injectManifest: {
      buildPlugins: { vite: [contractForBrowsers(), minified()] },
      globPatterns: ["assets/*.{js,css,woff2}", "favicon.svg", "plan-pictures/*.svg"],
      globIgnores: ["assets/{admin,payment,login,syllables}*"],
      dontCacheBustURLsMatching: /^assets\//,
    },
  })
}

/** Writes .br and .gz beside every text file for browsers, after both builds: the server's writes the list of routes. */
function precompress(): Plugin {
  let directory = ""
  const [brotli, gzip] = [promisify(zlib.brotliCompress), promisify(zlib.gzip)]
  const compress = async (file: string) => {
    const bytes = fs.readFileSync(file)
    if (bytes.length < 1_000) return
    fs.writeFileSync(`${file}.gz`, await gzip(bytes, { level: 9 }))
    fs.writeFileSync(`${file}.br`, await brotli(bytes))
  }
  const isCompressed = (file: string) => {
    const packed = fs.statSync(`${file}.br`, { throwIfNoEntry: false })
    return packed !== undefined && packed.mtimeMs >= fs.statSync(file).mtimeMs
  }
  return {
    name: "laneway-precompress",
    enforce: "post",
    apply: "build",
    configResolved({ root }) {
      directory = path.resolve(root, "build/client")
    },
    // After the service worker is written.
    closeBundle: {
      sequential: true,
      order: "post",
      handler: async () => {
        const files = fs
          .readdirSync(directory, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && /\.(js|css|html|json|svg|txt|webmanifest)$/.test(entry.name))
          .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
          .filter((file) => !file.includes("/.vite/") && !isCompressed(file))
        await Promise.all(files.map(compress))
      },
    },
  }
}
