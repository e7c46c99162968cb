import { generateKeyPairSync } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { parseEnv } from "node:util"
import { afterAll, expect, test } from "vitest"
import { defaultBudgets } from "~/contract/budget"
import { type ConfigError, loadConfig } from "./config"
import { leastConnections, shareConnections } from "./database-connections"
import { variableNames } from "./environment"

const empty = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-config-"))
afterAll(() => fs.rmSync(empty, { recursive: true }))

const example = () => {
  const text = fs.readFileSync(path.resolve(import.meta.dirname, "../../.env.example"), "utf8")
  return { text, values: parseEnv(text.replace(/^#(?=[A-Z_]+=)/gm, "")) }
}

test(".env.example lists every variable once, commented out, and no others", () => {
  const { text, values } = example()
  expect(Object.keys(values).sort()).toEqual([...variableNames].sort())
  expect(text.match(/^#[A-Z_]+=/gm)).toHaveLength(variableNames.length)
  expect(parseEnv(text)).toEqual({})
})

test(".env.example shows the defaults", () => {
  const { values } = example()
  expect(loadConfig({ ...values, OPENAI_BASE_URL: "" }, empty)).toEqual(loadConfig({}, empty))
  // Some defaults take effect only beside other variables.
  const others = {
    MICROSOFT_CLIENT_ID: "id",
    MICROSOFT_CLIENT_SECRET: "secret",
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "secret",
    OIDC_ISSUER: "https://id.example.org",
    OIDC_CLIENT_ID: "id",
    OIDC_CLIENT_SECRET: "secret",
    STRIPE_SECRET_KEY: "sk_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    STRIPE_PRICE_ID: "price_1",
    OPENAI_API_KEY: "key",
  }
  expect(loadConfig({ ...values, ...others }, empty)).toEqual(loadConfig(others, empty))
})

test("every fault is listed with its name, the found and the expected value, with secrets hidden", () => {
  const wrong = { PORT: "70000", HOST: "0.0.0.0", RATE_LIMITS: "off", SESSION_SECRET: "short", OIDC_CLIENT_ID: "id" }
  expect(() => loadConfig(wrong, empty)).toThrowError(
    [
      "The configuration has 5 faults:",
      '  PORT: found "70000", expected a port from 1 to 65535',
      "  SESSION_SECRET: found (hidden, 5 characters), expected secrets of at least 32 characters, separated by commas; the first signs, all verify",
      "  OIDC_ISSUER: found not set, expected a value, since OIDC_CLIENT_ID is set",
      "  OIDC_CLIENT_SECRET: found not set, expected a value, since OIDC_CLIENT_ID is set",
      '  RATE_LIMITS: found "off", expected on, or a loopback HOST (it is "0.0.0.0")',
    ].join("\n"),
  )
})

test("the environment wins over .env", () => {
  fs.writeFileSync(path.join(empty, ".env"), "PORT=4000\nMCP_PORT=4001\n")
  expect(loadConfig({ PORT: "5000", MCP_PORT: " " }, empty)).toMatchObject({ port: 5000, mcp: { port: 4001 } })
  fs.rmSync(path.join(empty, ".env"))
})

const tokenOf = (claims: object) =>
  `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`
const [anon, service] = [tokenOf({ role: "anon" }), tokenOf({ role: "service_role" })]
const [publishable, secret] = ["sb_publishable_aB3-x_9-Kq", "sb_secret_-w8_Q-1z"]
const jwtKey = {
  ...generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
  kid: "7d1",
}
const project = {
  DATABASE_URL: "postgres://postgres:secret@db.abc.supabase.co:5432/postgres",
  SUPABASE_URL: "https://abc.supabase.co",
  SUPABASE_ANON_KEY: publishable,
  SUPABASE_SERVICE_ROLE_KEY: secret,
  SUPABASE_JWT_KEY: JSON.stringify({ ...jwtKey, use: "sig", alg: "ES256", key_ops: ["sign", "verify"], ext: true }),
}
const faultsOf = (given: Record<string, string>) => {
  try {
    loadConfig(given, empty)
    return []
  } catch (error) {
    return (error as ConfigError).faults.map(({ name, found, expected }) => `${name}: ${found}, ${expected}`)
  }
}

test.each([
  [publishable, secret],
  [anon, service],
  [publishable, service],
])("the keys of a project are taken, of the old kind and the new: %s", (given, other) => {
  const { supabase } = loadConfig({ ...project, SUPABASE_ANON_KEY: given, SUPABASE_SERVICE_ROLE_KEY: other }, empty)
  expect(supabase).toMatchObject({ anonKey: given, serviceRoleKey: other, jwtKey: { kid: "7d1" } })
})

test.each([
  ["SUPABASE_ANON_KEY", secret],
  ["SUPABASE_ANON_KEY", service],
  ["SUPABASE_ANON_KEY", "sb_publishable_"],
  ["SUPABASE_ANON_KEY", tokenOf({ role: "postgres" })],
  ["SUPABASE_ANON_KEY", "anon"],
  ["SUPABASE_SERVICE_ROLE_KEY", publishable],
  ["SUPABASE_SERVICE_ROLE_KEY", anon],
  ["SUPABASE_SERVICE_ROLE_KEY", "sb_other_abc"],
])("a key in the place of another is refused at the start, and not shown: %s=%s", (name, key) => {
  const [fault = "", ...more] = faultsOf({ ...project, [name]: key })
  expect(fault).toMatch(new RegExp(`^${name}: \\(hidden, ${key.length} characters\\), the project's .* not `))
  expect(more).toEqual([])
})

test("tokens are signed with a private ES256 key that has an id, or with the project's secret; one of them is needed", () => {
  const { SUPABASE_JWT_KEY: key, ...rest } = project
  const SUPABASE_JWT_SECRET = "a secret of the project that is long enough"
  expect(loadConfig({ ...rest, SUPABASE_JWT_SECRET }, empty).supabase).toMatchObject({ jwtSecret: SUPABASE_JWT_SECRET })
  expect(loadConfig({ ...project, SUPABASE_JWT_SECRET }, empty).supabase).not.toHaveProperty("jwtSecret")
  expect(faultsOf(rest)).toEqual([expect.stringMatching(/^SUPABASE_JWT_KEY: not set, .* or SUPABASE_JWT_SECRET/)])
  expect(faultsOf({ SUPABASE_JWT_KEY: key })).toEqual([expect.stringMatching(/^SUPABASE_URL: not set/)])
  const { d: _, ...publicKey } = jwtKey
  const { kid: __, ...nameless } = jwtKey
  const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey.export({ format: "jwk" })
  for (const wrong of [publicKey, nameless, { ...p384, kid: "1" }, { ...jwtKey, d: "AAAA" }, [jwtKey], "x"])
    expect(faultsOf({ ...project, SUPABASE_JWT_KEY: JSON.stringify(wrong) }), JSON.stringify(wrong)).toEqual([
      expect.stringMatching(/^SUPABASE_JWT_KEY: \(hidden, \d+ characters\), a private ES256 key/),
    ])
})

test("the server may reach a project at another address than browsers do", () => {
  expect(loadConfig(project, empty).supabase?.internalUrl).toBe("https://abc.supabase.co")
  const SUPABASE_INTERNAL_URL = "http://kong:8000"
  expect(loadConfig({ ...project, SUPABASE_INTERNAL_URL }, empty).supabase).toMatchObject({
    url: "https://abc.supabase.co",
    internalUrl: "http://kong:8000",
  })
  expect(faultsOf({ SUPABASE_INTERNAL_URL })).toEqual([expect.stringMatching(/^SUPABASE_URL: not set/)])
})

test("an app and its MCP server share the connections to the database", () => {
  expect(loadConfig({}, empty).databaseConnections).toEqual({ app: { max: 4, others: 2 }, mcp: { max: 2, others: 2 } })
  for (let most = leastConnections; most <= 200; most++) {
    const { app, mcp } = shareConnections(most)
    expect([app, mcp].map(({ max, others }) => max + 4 * others + 1).reduce((all, each) => all + each)).toBe(most)
    expect(Math.min(app.max, mcp.max)).toBeGreaterThan(0)
  }
  expect(faultsOf({ DATABASE_CONNECTIONS: "5" })).toEqual([
    expect.stringMatching(/^DATABASE_CONNECTIONS: "5", .* from 6 /),
  ])
})

test("the limits of threads, forms and waiting imports are configuration", () => {
  const given = {
    JSON_BYTES: "2 MB",
    FORM_BYTES: "8 KB",
    FILE_BYTES: "20 MB",
    IMPORT_BYTES_PER_PERSON: "50 MB",
    THREAD_FILES_MS: "5000",
    THREAD_MEMORY_MB: "256",
  }
  const { bodies, imports, threads } = loadConfig(given, empty)
  expect(bodies).toEqual({ jsonBytes: 2_097_152, formBytes: 8_192, fileBytes: 20_971_520 })
  expect(imports).toEqual({ bytes: 167_772_160, bytesPerPerson: 52_428_800, perPerson: 10 })
  expect(threads).toEqual({
    memoryMb: 256,
    lanes: {
      import: { waiting: 50, within: 20_000 },
      files: { waiting: 50, within: 5_000 },
      search: { waiting: 20, within: 1_000 },
      text: { waiting: 20, within: 5_000, growthMb: 300 },
    },
  })
  expect(() => loadConfig({ IMPORT_BYTES_PER_PERSON: "40 MB", IMPORT_BYTES: "30 MB" }, empty)).toThrow(
    /IMPORT_BYTES_PER_PERSON: found "40 MB", expected 50 MB or more.*\n.*IMPORT_BYTES: found "30 MB", expected IMPORT_BYTES_PER_PERSON or more/,
  )
})

test("every budget is configuration", () => {
  expect(loadConfig({}, empty).budgets).toEqual(defaultBudgets)
  const given = { RATE_CALLS_PER_MINUTE: "600", RATE_IMPORT_BYTES_PER_MINUTE: "10 MB" }
  expect(loadConfig(given, empty).budgets).toEqual({
    ...defaultBudgets,
    RATE_CALLS_PER_MINUTE: 600,
    RATE_IMPORT_BYTES_PER_MINUTE: 10_485_760,
  })
  expect(() => loadConfig({ RATE_SEARCHES_PER_MINUTE: "0" }, empty)).toThrow(
    /RATE_SEARCHES_PER_MINUTE: found "0", expected a positive number/,
  )
})

test("quotas are counts, or sizes in bytes, KB, MB or GB", () => {
  const given = { QUOTA_NOTES_PER_PLAN: "7", QUOTA_FILES_PER_PLAN: "1.5 GB", QUOTA_NOTE_BYTES_PER_PERSON: "1000000" }
  expect(loadConfig(given, empty).quotas).toMatchObject({
    QUOTA_PLANS_PER_PERSON: 200,
    QUOTA_NOTES_PER_PLAN: 7,
    QUOTA_FILES_PER_PLAN: 1_610_612_736,
    QUOTA_NOTE_BYTES_PER_PERSON: 1_000_000,
  })
  const wrong = { QUOTA_NOTES_PER_PLAN: "7 MB", QUOTA_FILES_PER_PLAN: "much" }
  expect(() => loadConfig(wrong, empty)).toThrow(
    /QUOTA_NOTES_PER_PLAN: found "7 MB", expected a whole number\n.*QUOTA_FILES_PER_PLAN: found "much", expected bytes, or a size such as 64 MB or 5 GB/,
  )
})
