// findChromium(): the path of a Chromium that starts, the headless shell where the system has it; null when none can be installed.
import { spawn } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import zlib from "node:zlib"
import { npm } from "./install.mjs"
import { bin, root, runQuietly } from "./project.mjs"

/** The headless shell first: it runs the same tests in two thirds of the CPU time. */
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
]
/** A Chromium with its libraries from the package registry: needs neither root nor another site. */
const packaged = { name: "@sparticuz/chromium", version: "149.0.0", home: path.join(root, ".cache/chromium") }
const INSTALL_LIMIT_MS = 300_000

export const findChromium = async () => {
  const found = await firstThatStarts(present())
  if (found && (found === process.env.CHROMIUM_PATH || found.includes("headless"))) return found
  console.log("Installing a Chromium for the browser tests …")
  for (const way of found ? [shellFromSystem] : [fromSystem, fromRegistry, fromPlaywright]) {
    const candidate = await way().catch((error) => console.log(`  ${error.message}`))
    if (candidate && (await starts(candidate))) return candidate
  }
  return found
}

const firstThatStarts = async (candidates) => {
  for (const candidate of candidates) if (await starts(candidate)) return candidate
  return null
}

const present = () => {
  const directories = (process.env.PATH ?? "").split(path.delimiter)
  return [
    process.env.CHROMIUM_PATH,
    ...names.flatMap((name) => directories.map((directory) => path.join(directory, name))),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ...playwrightCache(),
    wrapper(),
  ].filter((file) => file && fs.existsSync(file))
}

const playwrightCache = () => {
  const caches = { darwin: "Library/Caches/ms-playwright", win32: "AppData/Local/ms-playwright" }
  const cache = path.join(os.homedir(), caches[process.platform] ?? ".cache/ms-playwright")
  const home = process.env.PLAYWRIGHT_BROWSERS_PATH || cache
  if (!fs.existsSync(home)) return []
  const files = ["chrome-linux64/chrome", "chrome-linux/chrome", "chrome-headless-shell-linux64/chrome-headless-shell"]
  const builds = fs.readdirSync(home).filter((name) => name.startsWith("chromium"))
  return builds
    .sort()
    .reverse()
    .flatMap((build) => files.map((file) => path.join(home, build, file)))
}

/** Whether it starts: the file may lack its libraries, or be a stub that asks for an installation. */
const starts = (file) => {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-chromium-"))
  const args = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
  ]
  return new Promise((resolve) => {
    // In its own process group: the file may be a script that starts Chromium.
    const child = spawn(file, [...args, "about:blank"], { stdio: ["ignore", "ignore", "pipe"], detached: true })
    const end = () => (process.platform === "win32" ? child.kill() : process.kill(-child.pid, "SIGKILL"))
    const timer = setTimeout(end, 30_000)
    let said = ""
    let listening = false
    child.stderr.on("data", (chunk) => {
      said += chunk
      if (!listening && said.includes("DevTools listening")) {
        listening = true
        end()
      }
    })
    child.once("error", () => resolve(false))
    child.once("close", () => {
      clearTimeout(timer)
      fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
      resolve(listening)
    })
  })
}

const shellFromSystem = () => fromSystem(["chromium-headless-shell"])

const fromSystem = async (packages = ["chromium-headless-shell", "chromium"]) => {
  if (process.getuid?.() !== 0 || !fs.existsSync("/usr/bin/apt-get")) return null
  const env = { DEBIAN_FRONTEND: "noninteractive" }
  const options = { command: "apt-get", env, timeoutMs: INSTALL_LIMIT_MS }
  await runQuietly(["update", "-qq"], options)
  for (const name of packages) {
    const { code } = await runQuietly(["install", "-y", "-qq", "--no-install-recommends", name], options)
    if (code === 0) return `/usr/bin/${name}`
  }
  throw new Error(`apt-get has no ${packages.join(" or ")} here.`)
}

const fromRegistry = async () => {
  if (process.platform !== "linux" || process.arch !== "x64") return null
  const { name, version, home } = packaged
  fs.mkdirSync(home, { recursive: true })
  fs.writeFileSync(path.join(home, "package.json"), '{ "private": true }\n')
  await npm(
    [
      "install",
      "--no-save",
      "--no-package-lock",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      `${name}@${version}`,
    ],
    home,
  )
  const source = path.join(home, "node_modules", name, "bin")
  const unpacked = (file) => zlib.brotliDecompressSync(fs.readFileSync(path.join(source, `${file}.br`)))
  for (const archive of ["al2023.tar", "swiftshader.tar", "fonts.tar"]) untar(unpacked(archive), home)
  const browser = path.join(home, "chromium")
  fs.writeFileSync(`${browser}.new`, unpacked("chromium"), { mode: 0o755 })
  fs.renameSync(`${browser}.new`, browser)
  // Pages crash without a font, and the package's own font list names other directories.
  const directories = ["fonts", "cache"].map((directory) => path.join(home, directory))
  fs.writeFileSync(
    path.join(home, "fonts.conf"),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${directories[0]}</dir><dir>/usr/share/fonts</dir><cachedir>${directories[1]}</cachedir></fontconfig>\n`,
  )
  const environment = `LD_LIBRARY_PATH='${home}/lib:${home}' FONTCONFIG_FILE='${home}/fonts.conf'`
  fs.writeFileSync(wrapper(), `#!/bin/sh\n${environment} exec '${browser}' "$@"\n`, { mode: 0o755 })
  fs.rmSync(path.join(home, "node_modules"), { recursive: true, force: true })
  return wrapper()
}

const wrapper = () => {
  return path.join(packaged.home, "chromium.sh")
}

const fromPlaywright = async () => {
  const { code, output } = await runQuietly([bin("playwright"), "install", "chromium-headless-shell"], {
    timeoutMs: INSTALL_LIMIT_MS,
  })
  if (code !== 0) throw new Error(`Playwright cannot install one: ${output.trim().split("\n").at(-1)}`)
  return playwrightCache().find((file) => fs.existsSync(file)) ?? null
}

/** Unpacks the plain files of a tar archive: 512-byte headers with name, size and kind, contents padded to 512. */
const untar = (bytes, directory) => {
  const text = (from, length) => bytes.toString("utf8", from, from + length).replace(/\0.*$/s, "")
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8)
    const file = path.join(directory, path.join(text(at + 345, 155), text(at, 100)))
    if (!file.startsWith(directory + path.sep)) throw new Error(`The archive names a file outside: ${file}`)
    if (/[0\0]/.test(String.fromCharCode(bytes[at + 156]))) {
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.writeFileSync(file, bytes.subarray(at + 512, at + 512 + size), { mode: 0o755 })
    }
    at += 512 + Math.ceil(size / 512) * 512
  }
}
