// npm test: installs, checks types and style, runs every test, and ends with one line of counts.
// npm test -- item: only the tests with the word in their file or name, and no other check.
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { build } from "./steps/build.mjs"
import { findChromium } from "./steps/chromium.mjs"
import { findDeno } from "./steps/deno.mjs"
import { install } from "./steps/install.mjs"
import { findPostgres15 } from "./steps/postgres-15.mjs"
import { bin, checkNode, runQuietly } from "./steps/project.mjs"
import { temporary } from "./steps/temporary.mjs"
import { findTests } from "./steps/test-files.mjs"
import { playwright, vitest } from "./steps/test-runners.mjs"

const [word] = process.argv.slice(2)
if (word?.startsWith("-")) {
  console.log("npm test            every check and test\nnpm test -- item    the tests whose file or name has the word")
  process.exit(word === "--help" ? 0 : 1)
}

const total = { passed: 0, failed: 0, skipped: 0 }
// The processes of the tests put their files there as well.
if (os.tmpdir() !== temporary()) process.env.TMPDIR = temporary()
const reports = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-reports-"))

checkNode()
const tests = findTests(word)
// On a fresh machine both are downloads, which take turns on the processors.
const chromium = tests.browser.length > 0 ? findChromium() : null
await step("install", () => install({ tools: true }))
if (total.failed === 0) await runAll(tests)
fs.rmSync(reports, { recursive: true, force: true })
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ""
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed > 0 ? 1 : 0)

async function runAll({ unit, database, browser, needBuild, needDeno, needPostgres15 }) {
  if (unit.length + database.length + browser.length === 0) {
    return step("tests", () => Promise.reject(new Error(`No test has "${word}" in its file or name.`)))
  }
  const checks = {
    types: [bin("typescript-native", "tsc"), "--noEmit", "-p", "."],
    style: [bin("@biomejs/biome", "biome"), "ci", "--diagnostic-level=warn", "."],
    "unused code": [bin("knip"), "--no-progress"],
  }
  // Nothing in the checks has a time limit: they take what the tests leave of the processors.
  const checking = word ? [] : Object.entries(checks).map(([name, args]) => step(name, () => command(args)))
  const [built] = await Promise.all([
    needBuild ? step("build", build) : true,
    // They are downloaded before the tests that look for them.
    needDeno ? step("Deno", findDeno) : true,
    needPostgres15 ? step("Postgres 15", findPostgres15) : true,
    step("unit tests", () => vitest({ project: "unit", files: unit, reports })),
  ])
  // A browser waits for a third of its time, and a server that starts too: together they take the processors' whole time.
  const browsing = built && browser.length > 0 ? step("browser tests", browse) : true
  await step("database tests", () => vitest({ project: "database", files: database, reports }))
  await Promise.all([browsing, ...checking])

  async function browse() {
    // The packages bring another way to install one.
    const found = (await chromium) ?? (await findChromium())
    return playwright({ word, reports, chromium: found })
  }
}

/** `work` answers counts and the details of failures; a step that throws is one failure. Returns whether it passed. */
async function step(name, work) {
  const began = Date.now()
  const result = await work().catch((error) => ({ failed: 1, details: error.message }))
  const { passed = 0, failed = 0, skipped = 0, details = "" } = result ?? {}
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  if (details) console.log(`\n${details.trim()}\n`)
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  const left = skipped > 0 ? `, ${skipped} skipped` : ""
  if (passed + failed + skipped > 0) {
    console.log(`${failed > 0 ? "✗" : "✓"} ${name}: ${passed} passed, ${failed} failed${left} (${seconds} s)`)
  }
  return failed === 0
}

async function command(args) {
  const { code, output } = await runQuietly(args, { priority: os.constants.priority.PRIORITY_LOW })
  return code === 0 ? { passed: 1 } : { failed: 1, details: output }
}
