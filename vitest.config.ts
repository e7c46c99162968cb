import path from "node:path"
import { defineConfig } from "vitest/config"

const withoutDatabase = ["app/**/*.test.{ts,tsx}", "tests/house/*.test.ts"]

export default defineConfig({
  resolve: { alias: { "~": path.resolve(import.meta.dirname, "app") } },
  test: {
    // Limits for what never comes, also on a machine that is busy with something else.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 180_000 } },
    // They share a machine of two cores with Postgres and, in the database tests, with the browser tests.
    maxWorkers: 2,
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
          globalSetup: "tests/support/database/global-setup.ts",
          setupFiles: "tests/support/database/each-file.ts",
        },
      },
    ],
  },
})
