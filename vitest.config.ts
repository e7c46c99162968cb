import path from "node:path"
import { defineConfig } from "vitest/config"

const withoutDatabase = ["app/**/*.test.{ts,tsx}", "tests/ground/lock-file.test.ts"]

export default defineConfig({
  resolve: { alias: { "~": path.resolve(import.meta.dirname, "app") } },
  test: {
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // As in the browser tests: a limit for what never comes. The default of a second is shorter than a busy machine takes.
    expect: { poll: { timeout: 10_000 } },
    // Two processes share a machine of two cores with Postgres and, in the browser tests, with Chromium.
    maxWorkers: 3,
    // Loading the modules anew for each file takes as long as the tests.
    isolate: false,
    // Steps of regular expressions are counted by recursion, as deep as a text has sentences.
    execArgv: ["--stack-size=3000"],
    projects: [
      { extends: true, test: { name: "unit", include: withoutDatabase } },
      {
        extends: true,
        test: {
          name: "database",
          include: ["tests/**/*.test.ts"],
          exclude: withoutDatabase,
          globalSetup: "tests/support/global-setup.ts",
          setupFiles: "tests/support/each-file.ts",
        },
      },
    ],
  },
})
