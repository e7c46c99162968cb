import path from "node:path"
import { defineConfig } from "vitest/config"

export default defineConfig({
  resolve: { alias: { "~": path.resolve(import.meta.dirname, "app") } },
  test: {
    include: ["tests/**/*.test.ts", "app/**/*.test.ts"],
    globalSetup: "tests/support/global-setup.ts",
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Two workers share two cores with Postgres and, in the browser tests, with Chromium.
    maxWorkers: 2,
  },
})
