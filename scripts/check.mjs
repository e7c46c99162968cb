// npm run check: types, lint and format, unused code, licences of the dependencies.
import { install } from "./steps/install.mjs"
import { licenceFaults } from "./steps/licences.mjs"
import { bin, checkNode, runQuietly } from "./steps/project.mjs"

checkNode()
await install({ tools: true })
const checks = [
  ["types", [bin("typescript-native", "tsc"), "--noEmit", "-p", "."]],
  ["lint and format", [bin("@biomejs/biome", "biome"), "ci", "--diagnostic-level=warn", "."]],
  ["unused code", [bin("knip"), "--no-progress"]],
]
let failed = 0
for (const [name, args] of checks) {
  const { code, output } = await runQuietly(args)
  report(name, code === 0 ? "" : output)
}
report("licences", licenceFaults().join("\n"))
process.exit(failed > 0 ? 1 : 0)

function report(name, fault) {
  if (fault) failed++
  console.log(`${fault ? "✗" : "✓"} ${name}`)
  if (fault) console.log(`\n${fault.trim()}\n`)
}
