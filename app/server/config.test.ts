import { generateKeyPairSync } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { parseEnv } from "node:util"
import { afterAll, expect, test } from "vitest"
import { defaultLimits, limitNames, limits as table } from "~/contract/limits"
import { type ConfigError, loadConfig } from "./config"
import { envExample, limitsPage, readmeOf } from "./config-pages"
import { leastConnections, shareConnections } from "./database-connections"
import { variableNames } from "./variables"

const empty = fs.mkdtempSync(path.join(os.tmpdir(), "laneway-config-"))
afterAll(() => fs.rmSync(empty, { recursive: true }))

const root = path.resolve(import.meta.dirname, "../..")

const example = () => {
  const text = fs.readFileSync(path.join(root, ".env.example"), "utf8")
  return { text, values: parseEnv(text.replace(/^#(?=[A-Z_]+=)/gm, "")) }
}

// Written again by `npx vitest run --project unit app/server/config.test.ts -u`.
test(".env.example, the README's table and docs/limits.md are made from the tables of variables and limits", async () => {
  await expect(envExample()).toMatchFileSnapshot(path.join(root, ".env.example"))
  const readme = path.join(root, "README.md")
  await expect(readmeOf(fs.readFileSync(readme, "utf8"))).toMatchFileSnapshot(readme)
  await expect(limitsPage()).toMatchFileSnapshot(path.join(root, "docs/limits.md"))
})

test(".env.example lists every variable once, commented out, and no others", () => {
  const { text, values } = example()
  expect(Object.keys(values).sort()).toEqual([...variableNames].sort())
  expect(text.match(/^#[A-Z_]+=/gm)).toHaveLength(variableNames.length)
  expect(variableNames.length).toBeLessThanOrEqual(60)
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

const limitsOf = (given: Record<string, string>) => loadConfig(given, empty).limits

test("any limit is set by its name, and the promised ones by a variable of their own", () => {
  expect(limitsOf({})).toEqual(defaultLimits)
  expect(limitsOf({ LIMITS: "thread_memory=256 MB, calls_per_minute = 600,read_bytes_per_minute=1.5 GB," })).toEqual({
    ...defaultLimits,
    thread_memory: 268_435_456,
    calls_per_minute: 600,
    read_bytes_per_minute: 1_610_612_736,
  })
  expect(limitsOf({ QUOTA_NOTES_PER_PLAN: "7", QUOTA_FILES_PER_PLAN: "1.5 GB" })).toEqual({
    ...defaultLimits,
    notes_per_plan: 7,
    files_per_plan: 1_610_612_736,
  })
  expect(limitsOf({ LIMITS: "notes_per_plan=7" }).notes_per_plan).toBe(7)
})

test("every limit takes its default, and what .env.example shows", () => {
  const all = limitNames.map((name) => `${name}=${table[name].most}`).join(",")
  expect(limitsOf({ LIMITS: all })).toEqual(defaultLimits)
})

test("limits of a team grow with it, others don't, and what is set stays", () => {
  expect(limitsOf({ LIMIT_SCALE: "5" })).toMatchObject({
    members_per_plan: 5_000,
    sockets: 10_000,
    notes_per_plan: 25_000,
    cards_per_plan: 75_000,
    calls_per_minute: 1_200,
    sockets_per_person: 20,
    body_memory: 134_217_728,
  })
  const given = { LIMIT_SCALE: "0.01", LIMITS: "sockets=3000", QUOTA_NOTES_PER_PLAN: "7" }
  expect(limitsOf(given)).toMatchObject({
    sockets: 3_000,
    notes_per_plan: 7,
    members_per_plan: 10,
    thread_text_queue: 1,
  })
})

test("a wrong name or amount in LIMITS is listed at the start, with what to change", () => {
  const LIMITS =
    "notes_per_plann=7,notes_per_member=7 MB,calls_per_minute=0,file_bytes=60 MB,sockets,sockets=1,sockets=2"
  expect(faultsOf({ LIMITS, LIMIT_SCALE: "0", QUOTA_FILES_PER_PLAN: "much" })).toEqual([
    'LIMIT_SCALE: "0", a number from 0.01 to 100; 1 is a team of 200',
    'QUOTA_FILES_PER_PLAN: "much", bytes, or a size such as 64 MB or 5 GB',
    'LIMITS: "notes_per_plann=7", name=amount with a name from docs/limits.md',
    'LIMITS: "notes_per_member=7 MB", notes_per_member= and a whole number',
    'LIMITS: "calls_per_minute=0", calls_per_minute= and a positive number',
    'LIMITS: "file_bytes=60 MB", file_bytes= and bytes, or a size such as 64 MB or 5 GB; at most 50 MB',
    'LIMITS: "sockets", sockets= and a positive number',
    'LIMITS: "sockets=2", sockets once',
  ])
  expect(faultsOf({ LIMITS: "notes_per_plan=7", QUOTA_NOTES_PER_PLAN: "8" })).toEqual([
    'LIMITS: "notes_per_plan=7", no notes_per_plan, since QUOTA_NOTES_PER_PLAN is set',
  ])
  expect(faultsOf({ LIMITS: "import_memory=55 MB" })).toEqual([
    'LIMITS: "import_memory=55 MB", import_memory= and import_memory_per_person, 60 MB, or more',
  ])
  expect(faultsOf({ LIMITS: "import_memory_per_person=40 MB" })).toEqual([
    'LIMITS: "import_memory_per_person=40 MB", import_memory_per_person= and bytes, or a size such as 64 MB or 5 GB; 50 MB or more',
  ])
})

test("a variable that LIMITS takes the place of is listed with what to write", () => {
  const given = {
    QUOTA_CARDS_PER_PLAN: "9",
    RATE_CALLS_PER_MINUTE: "600",
    BODY_BYTES: "64 MB",
    THREAD_MEMORY_MB: "256",
  }
  expect(faultsOf({ ...given, QUOTA_SOCKETS: "10", THREAD_TEXT_MS: "1" }).sort()).toEqual([
    "BODY_BYTES: \"64 MB\", LIMITS='body_memory=64 MB' in its place",
    "QUOTA_CARDS_PER_PLAN: \"9\", LIMITS='cards_per_plan=9' in its place",
    "QUOTA_SOCKETS: \"10\", LIMITS='sockets=10' in its place",
    "RATE_CALLS_PER_MINUTE: \"600\", LIMITS='calls_per_minute=600' in its place",
    "THREAD_MEMORY_MB: \"256\", LIMITS='thread_memory=256 MB' in its place",
    "THREAD_TEXT_MS: \"1\", LIMITS='thread_text_ms=1' in its place",
  ])
})
