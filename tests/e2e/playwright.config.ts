import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "@playwright/test"
import { patientLimits } from "../support/patience"
import { menuAdmin, moreAdmins, systemAdmin } from "./system-admin"

const port = process.env.E2E_PORT ?? "4390"
const mcpPort = String(Number(port) + 1)
// Workers load this file again and use the runner's directory, which goes with the runner: its servers have ended by then.
if (!process.env.E2E_DATA_DIR) {
  const dataDir = mkdtempSync(join(tmpdir(), "laneway-e2e-"))
  process.env.E2E_DATA_DIR = dataDir
  process.on("exit", () => rmSync(dataDir, { recursive: true, force: true }))
}

/** Playwright's own list of disabled features, repeated because Chromium reads only the last such list. */
const disabledByPlaywright = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
]

/** A full Chromium renders two pages for the address bar's popup in each window, a fifth of its CPU time. */
const addressBarPopup = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"]

const server = (name: "main" | "mcp", url: string) => ({
  command: `node build/server/${name}.js 2>> "${join(process.env.E2E_DATA_DIR ?? "", "errors.log")}"`,
  cwd: join(import.meta.dirname, "../.."),
  url,
  timeout: 60_000,
  gracefulShutdown: { signal: "SIGTERM" as const, timeout: 5_000 },
  env: {
    NODE_ENV: "production",
    PORT: port,
    MCP_PORT: mcpPort,
    DATA_DIR: process.env.E2E_DATA_DIR ?? "",
    RATE_LIMITS: "off",
    LIMITS: patientLimits,
    PUBLIC_URL: `http://localhost:${port}`,
    SYSTEM_ADMIN_EMAILS: [systemAdmin, menuAdmin, ...moreAdmins].join(","),
  },
})

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  // One for each processor: a third page would make all of them slow, and the database tests take what two leave.
  workers: 2,
  // All workers have tests until the end, whatever the length of a file.
  fullyParallel: true,
  // Limits for what never comes: a test takes 5 to 12 s on two free processors, and several times that beside other work.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1366, height: 768 },
    // Each frame of an animation is painted by the processor. Tests of motion ask for it.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        // A page lives for seconds: optimized code and more processes cost more than they save, a tenth of the CPU time each.
        "--js-flags=--no-maglev --no-turbofan",
        "--in-process-gpu",
        "--num-raster-threads=1",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Pages of a context share one process, which has compiled the scripts before.
        "--renderer-process-limit=1",
        `--disable-features=${[...disabledByPlaywright, ...addressBarPopup].join(",")}`,
      ],
    },
  },
  // One after the other: the assistant's server needs the running database.
  webServer: [server("main", `http://localhost:${port}/readyz`), server("mcp", `http://localhost:${mcpPort}/healthz`)],
})
