// npm test: installs, checks types and style, runs every test, and ends with one line of counts.
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { build } from "./steps/build.mjs"
import { findChromium } from "./steps/chromium.mjs"
import { install } from "./steps/install.mjs"
import { bin, checkNode, root, runQuietly } from "./steps/project.mjs"

const total = { passed: 0, failed: 0, skipped: 0 }
const reports = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-reports-"))

checkNode()
await step("install", async () => {
  await install()
  return {}
})
if (total.failed === 0) {
  await step("types", () => command([bin("typescript", "tsc"), "--noEmit", "-p", "."]))
  await step("style", () => command([bin("@biomejs/biome", "biome"), "ci", "--diagnostic-level=warn", "."]))
  // Some tests start the built product.
  await step("build", async () => {
    await build()
    return {}
  })
  await step("tests", vitest)
  if (fs.existsSync(path.join(root, "tests/e2e/playwright.config.ts"))) await step("browser", browserTests)
}
fs.rmSync(reports, { recursive: true, force: true })
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ""
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exit(total.failed > 0 ? 1 : 0)

/** `work` answers counts and the details of failures; a step that throws is one failure. */
async function step(name, work) {
  const began = Date.now()
  const result = await work().catch((error) => ({ failed: 1, details: error.message }))
  const { passed = 0, failed = 0, skipped = 0, details = "" } = result
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  if (details) console.log(`\n${details.trim()}\n`)
  if (passed + failed + skipped === 0) return
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  const left = skipped > 0 ? `, ${skipped} skipped` : ""
  console.log(`${failed > 0 ? "✗" : "✓"} ${name}: ${passed} passed, ${failed} failed${left} (${seconds} s)`)
}

async function command(args) {
  const { code, output } = await runQuietly(args)
  return code === 0 ? { passed: 1 } : { failed: 1, details: output }
}

async function vitest() {
  const file = path.join(reports, "vitest.json")
  const { code, output } = await runQuietly([bin("vitest"), "run", "--reporter=json", `--outputFile=${file}`])
  const report = readReport(file, output)
  const failures = report.testResults.flatMap((suite) => {
    const name = path.relative(root, suite.name)
    const failed = suite.assertionResults.filter(({ status }) => status === "failed")
    // A file that does not load has no tests to count.
    if (failed.length === 0 && suite.status === "failed") return [`✗ ${name}\n${suite.message}`]
    return failed.map((test) => `✗ ${name} › ${test.fullName}\n${test.failureMessages.join("\n")}`)
  })
  const counts = {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    details: failures.join("\n\n"),
  }
  // Errors outside any test, as a rejection nobody handled, show in the exit code alone.
  return code === 0 || failures.length > 0 ? counts : { ...counts, failed: 1, details: output }
}

async function browserTests() {
  const chromium = await findChromium()
  const config = path.join("tests", "e2e", "playwright.config.ts")
  const playwright = [bin("@playwright/test", "playwright"), "test", "--config", config]
  if (!chromium) {
    const { output } = await runQuietly([...playwright, "--list"])
    const count = Number(/Total: (\d+) test/.exec(output)?.[1] ?? 1)
    const details =
      "BROWSER TESTS SKIPPED: no Chromium was found and none could be installed. Set CHROMIUM_PATH to one."
    return { skipped: count, details }
  }
  const file = path.join(reports, "playwright.json")
  const { code, output } = await runQuietly([...playwright, "--reporter=json"], {
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  })
  const report = readReport(file, output)
  const failures = report.suites.flatMap(specsOf).flatMap(failuresOf)
  const outside = report.errors.map(({ message, stack }) => stack ?? message)
  const failed = failures.length + outside.length
  return {
    passed: report.stats.expected + report.stats.flaky,
    failed: code === 0 ? failed : Math.max(failed, 1),
    skipped: report.stats.skipped,
    details: [...failures, ...outside, ...(code !== 0 && failed === 0 ? [output] : [])].join("\n\n"),
  }
}

function readReport(file, output) {
  if (!fs.existsSync(file)) throw new Error(output)
  return JSON.parse(fs.readFileSync(file, "utf8"))
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

function failuresOf({ file, title, tests }) {
  return tests
    .filter(({ status }) => status === "unexpected")
    .map(({ results }) => {
      const errors = results.at(-1)?.errors.map(({ message, stack }) => stack ?? message) ?? []
      return `✗ ${file} › ${title}\n${errors.join("\n")}`
    })
}
