// Dockerfile, compose.yaml and docs/deploy.md name what there is: files, ports, variables, addresses.
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { fileBytes } from "../../app/contract/file.ts"
import { loadConfig } from "../../app/server/config.ts"
import { variableNames } from "../../app/server/variables.ts"

const root = path.resolve(import.meta.dirname, "../..")
const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8")
/** Node and libpq read the last ones themselves. */
const known = new Set<string>([...variableNames, "NODE_EXTRA_CA_CERTS", "PGSSLROOTCERT"])

const image = read("Dockerfile")
const compose = read("compose.yaml")
const deploy = read("docs/deploy.md")

/** NAME: value below `environment:`, each ${…} replaced by what an operator may set. */
const composed = (values: Record<string, string>) => {
  const [, block = ""] = /\n {4}environment:\n((?: {6}.{1,300}\n)+)/.exec(compose) ?? []
  return Object.fromEntries(
    [...block.matchAll(/^ {6}([A-Z_]+): (.+)$/gm)].map(([, name = "", value = ""]) => [
      name,
      value.replace(/\$\{([A-Z_]+)\}/g, (_all, given: string) => values[given] ?? `missing ${given}`),
    ]),
  )
}

test("the image copies files that exist, runs a Node that the product accepts, and listens where it says", () => {
  for (const [, sources = ""] of image.matchAll(/^COPY (.+) \S+$/gm))
    for (const source of sources.split(" ")) expect(fs.existsSync(path.join(root, source)), source).toBe(true)
  const [, node] = /^FROM node:(\d+)-/m.exec(image) ?? []
  expect(JSON.parse(read("package.json")).engines.node).toBe(`>=${node}`)
  for (const file of image.matchAll(/\/laneway\/(scripts\/[\w/.-]+)/g))
    expect(fs.existsSync(path.join(root, file[1] ?? ""))).toBe(true)
  const [, variables = ""] = /^ENV (.+)$/m.exec(image) ?? []
  const environment = Object.fromEntries(variables.split(" ").map((each) => each.split("=")))
  expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([])
  const { host, port, mcp, dataDir } = loadConfig(environment, "/nowhere")
  expect(host).toBe("0.0.0.0")
  expect(image).toContain(`EXPOSE ${port} ${mcp.port}`)
  expect(image).toContain(`VOLUME ${dataDir}`)
  expect(image).toContain(`127.0.0.1:${port}/readyz`)
})

test("the image leaves out what is made or secret", () => {
  const left = read(".dockerignore").trim().split("\n")
  const ignored = read(".gitignore").trim().split("\n")
  for (const name of [".git", ...ignored]) expect(left).toContain(name.replace(/\/$/, "").replace(/^\*/, "**/*"))
})

test("the compose file's variables make a configuration without a fault", () => {
  const key = "k".repeat(40)
  const environment = composed({
    LANEWAY_URL: "https://plans.example.org",
    LANEWAY_MCP_URL: "wss://agents.example.org",
    LANEWAY_PROXIES: "172.16.0.0/12",
    LANEWAY_SESSION_SECRET: key,
    LANEWAY_ADMINS: "ada@example.org",
    LANEWAY_SMTP_URL: "smtp://mail.example.org:587",
    LANEWAY_MAIL_FROM: "Laneway <plans@example.org>",
    POSTGRES_PASSWORD: "secret",
    SUPABASE_PUBLIC_URL: "https://supabase.example.org",
    ANON_KEY: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln",
    SERVICE_ROLE_KEY: "eyJhbGciOiJIUzI1NiJ9.e30.c2ln",
    JWT_SECRET: key,
  })
  expect(Object.keys(environment).length).toBeGreaterThan(10)
  const { port, mcp, database, supabase } = loadConfig(environment, "/nowhere")
  expect(database?.url).toContain("@db:5432/postgres")
  expect(supabase).toMatchObject({ url: "https://supabase.example.org", internalUrl: "http://kong:8000" })
  for (const each of [port, mcp.port]) expect(compose).toContain(`127.0.0.1:${each}:${each}`)
})

test("the embedded default's compose file is five lines of the service, whose variables make a configuration without a fault", () => {
  const alone = read("docs/compose.embedded.yaml")
  const [, service = ""] = /\n {2}laneway:\n((?: {4}.{1,400}\n){5})volumes: \{ laneway: \{\} \}\n$/.exec(alone) ?? []
  const [, listed = ""] = /^ {4}environment: \{ (.+) \}$/m.exec(service) ?? []
  const values: Record<string, string> = {
    LANEWAY_URL: "https://plans.example.org",
    LANEWAY_MCP_URL: "wss://agents.example.org",
    LANEWAY_PROXIES: "172.16.0.0/12",
    LANEWAY_SMTP_URL: "smtp://mail.example.org:587",
    LANEWAY_MAIL_FROM: "Laneway <plans@example.org>",
    LANEWAY_ADMINS: "ada@example.org",
  }
  const given = [...listed.matchAll(/([A-Z_]+): "\$\{([A-Z_]+)\}"/g)].map(([, name = "", from = ""]) => [name, from])
  expect(given.map(([name = ""]) => name).filter((name) => !known.has(name))).toEqual([])
  expect(given.map(([, from]) => from).sort()).toEqual(Object.keys(values).sort())
  expect(Object.keys(values).filter((name) => !deploy.includes(`\`${name}\``))).toEqual([])
  const { port, mcp, database, supabase } = loadConfig(
    Object.fromEntries(given.map(([name, from = ""]) => [name, values[from]])),
    "/nowhere",
  )
  expect([database, supabase]).toEqual([null, null])
  for (const each of [port, mcp.port]) expect(service).toContain(`"127.0.0.1:${each}:${each}"`)
  expect(service).toContain(`volumes: ["laneway:${/^VOLUME (\S+)$/m.exec(image)?.[1]}"]`)
  expect(service).toContain(`image: ${/docker build -t (\S+) \./.exec(deploy)?.[1]}\n`)
})

test("the CLI's configuration names the seed, and exposes neither schema of the product", () => {
  const config = read("supabase/config.toml")
  const [, seed = ""] = /^sql_paths = \["\.\/([\w.]+)"\]$/m.exec(config) ?? []
  expect(read(`supabase/${seed}`)).toContain("app.define_writers()")
  expect(/^schemas = (.+)$/m.exec(config)?.[1]).toBe('["public"]')
  expect(config).toContain("[storage.buckets.plan-files]\npublic = false\n")
  expect(config).toContain(`file_size_limit = "${fileBytes / 1_048_576}MiB"`)
})

test("the compose file works from the folder of another: it builds nothing, and names the image that the page builds", () => {
  expect(compose).not.toMatch(/^\s+(build|env_file|extends):|[\s:"'-]\.{1,2}\//m)
  const [, name] = /^ {4}image: (\S+)$/m.exec(compose) ?? []
  expect(deploy).toContain(
    `    docker build -t ${name} .\n    docker compose -f docker-compose.yml -f /path/to/laneway/compose.yaml up -d`,
  )
})

test("the compose file bounds the container's memory where the product has given up by itself", () => {
  const gigabytes = Number(/^ {4}mem_limit: (\d+)g$/m.exec(compose)?.[1])
  const heap = Number(/^#MEMORY_LIMIT_MB=(\d+)$/m.exec(read(".env.example"))?.[1])
  expect(gigabytes * 1_024).toBeGreaterThan(3 * heap)
})

test("the page says where the certificate of a hosted database is named", () => {
  expect(read("app/server/database-tls.ts")).toContain("NODE_EXTRA_CA_CERTS")
  expect(deploy).toContain("`NODE_EXTRA_CA_CERTS`")
})

test("every variable the page explains exists, and every one of the compose file's own is explained", () => {
  const ofCompose = [...compose.matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name)
  const named = [...deploy.matchAll(/`([A-Z][A-Z_]{3,40})`/g)].map(([, name = ""]) => name)
  expect(named.filter((name) => !known.has(name) && !ofCompose.includes(name))).toEqual([])
  expect(ofCompose.filter((name) => name.startsWith("LANEWAY_") && !deploy.includes(`\`${name}\``))).toEqual([])
})

test("the page's links and scripts lead somewhere", () => {
  const links = [...deploy.matchAll(/\]\(([^)#:]{1,200})\)/g)].map(([, link = ""]) => link)
  expect(links.length).toBeGreaterThan(3)
  expect(links.filter((link) => !fs.existsSync(path.join(root, "docs", link)))).toEqual([])
  const { scripts } = JSON.parse(read("package.json"))
  for (const [, script = ""] of deploy.matchAll(/`npm (?:run )?(\w+)/g)) expect(Object.keys(scripts)).toContain(script)
})
