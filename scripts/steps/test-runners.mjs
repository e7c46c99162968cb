// vitest(), playwright(): run tests quietly and answer counts and the details of failures.
import fs from "node:fs"
import path from "node:path"
import { bin, root, runQuietly } from "./project.mjs"

export const vitest = async ({ project, files, reports }) => {
  if (files.length === 0) return {}
  const file = path.join(reports, `${project}.json`)
  const options = ["--project", project, "--reporter=json", `--outputFile=${file}`]
  const { code, output } = await runQuietly([bin("vitest"), "run", ...files, ...options])
  const report = readReport(file, output)
  const failures = report.testResults.flatMap((suite) => {
    const name = path.relative(root, suite.name)
    const failed = suite.assertionResults.filter(({ status }) => status === "failed")
    // A file that does not load, or whose hooks fail, has no failed test to count.
    if (failed.length === 0 && suite.status === "failed") return [`✗ ${name}\n${suite.message}`]
    return failed.map((test) => `✗ ${name} › ${test.fullName}\n${test.failureMessages.join("\n")}`)
  })
  const counts = {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    details: failures.join("\n\n"),
  }
  // Errors outside any test, such as an unhandled rejection, show only in the exit code.
  return code === 0 || failures.length > 0 ? counts : { ...counts, failed: 1, details: output }
}

/** `word`: runs only the tests with it in their file or name. `chromium`: its path, or null, which skips all. */
export const playwright = async ({ word, reports, chromium }) => {
  const config = path.join("tests", "e2e", "playwright.config.ts")
  const pattern = word ? ["--grep", word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")] : []
  const run = [bin("@playwright/test", "playwright"), "test", "--config", config, ...pattern]
  if (!chromium) {
    const { output } = await runQuietly([...run, "--list"])
    const count = Number(/Total: (\d+) test/.exec(output)?.[1] ?? 1)
    const details =
      "BROWSER TESTS SKIPPED: no Chromium was found and none could be installed. Set CHROMIUM_PATH to one."
    return { skipped: count, details }
  }
  const file = path.join(reports, "playwright.json")
  const data = path.join(reports, "product")
  fs.mkdirSync(data)
  const { code, output } = await runQuietly([...run, "--reporter=json"], {
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file, E2E_DATA_DIR: data },
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

const readReport = (file, output) => {
  if (!fs.existsSync(file)) throw new Error(output)
  return JSON.parse(fs.readFileSync(file, "utf8"))
}

const specsOf = (suite) => {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}

const failuresOf = ({ file, title, tests }) => {
  return tests
    .filter(({ status }) => status === "unexpected")
    .map(({ results }) => {
      const errors = results.at(-1)?.errors.map(({ message, stack }) => stack ?? message) ?? []
      return `✗ ${file} › ${title}\n${errors.join("\n")}`
    })
}
