// npm run mcpb [FILE]: the bundle that Claude Desktop installs with a click: manifest, bridge and picture in one archive.
import fs from "node:fs"
import path from "node:path"
import { install } from "./steps/install.mjs"
import { checkNode, readText, root } from "./steps/project.mjs"

checkNode()
try {
  await install()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const { build } = await import("vite")
const { zipSync } = await import("fflate")

process.env.NODE_ENV = "production"
const built = await build({
  configFile: false,
  root,
  // Optional parts of `ws` that are no part of the bundle.
  define: { "process.env.WS_NO_BUFFER_UTIL": '"1"', "process.env.WS_NO_UTF_8_VALIDATE": '"1"' },
  logLevel: "warn",
  ssr: { noExternal: true },
  build: { ssr: "scripts/steps/bundled-bridge.mjs", write: false, target: "node20", minify: true },
})
const [{ code }] = built.output
const { version } = JSON.parse(readText(path.join(root, "package.json")))
const manifest = { ...JSON.parse(readText(path.join(root, "mcp-server/manifest.json"))), version }
// A fixed date, so that the same files make the same archive.
const bundle = zipSync(
  {
    "manifest.json": Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
    "server/bridge.mjs": Buffer.from(code),
    "icon.png": fs.readFileSync(path.join(root, "public/icons/icon-512.png")),
    LICENSE: fs.readFileSync(path.join(root, "LICENSE")),
  },
  { level: 9, mtime: "1980-01-01T12:00:00" },
)
const file = path.resolve(process.argv[2] ?? path.join(root, "laneway.mcpb"))
fs.writeFileSync(file, bundle)
console.log(`${file}: ${Math.ceil(bundle.length / 1_024)} KiB. Open it with Claude Desktop.`)
