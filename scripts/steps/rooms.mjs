// The folders of the code and what each may import. `npm run walls` writes it into biome.json; tests/house/walls.test.ts tries it.

/** The rooms of app/ui from low to high: each imports itself and those before it. */
export const uiRooms = [
  ...["theme", "parts", "plan"],
  ...[
    "file",
    "filter",
    "comment",
    "note",
    "goal",
    "agent",
    "notification",
    "message",
    "meeting",
    "palette",
    "panel",
    "dialog",
    "starter",
  ],
  "board",
  ...["settings", "account", "top-bar", "sign-in", "my-work", "home", "payment", "admin"],
  ...["calendar", "goals"],
  ...["plan-page", "threads"],
]

/**
 * By the folder of app. `reaches`: the folders it may import from. `modules`: single modules besides. `node`: Node's own modules
 * too. `isNested`: its folders import each other by "../".
 */
export const walls = {
  routes: { reaches: ["api", "client", "contract", "domain", "ui"] },
  api: { reaches: ["api", "contract", "domain", "outside"], modules: ["contract"] },
  domain: { reaches: ["contract", "database", "domain", "outside", "rules"], modules: ["contract", "rules"] },
  database: { reaches: ["contract", "database"] },
  outside: { reaches: ["contract", "outside"], node: true },
  rules: { reaches: ["contract", "rules"], isNested: true },
  languages: { reaches: ["contract", "languages"] },
  "languages/de": { reaches: ["api", "client", "contract", "domain", "languages", "outside", "rules", "ui"] },
  contract: { reaches: ["contract"] },
  "contract/shared": { reaches: ["contract/shared"] },
  server: { reaches: ["api", "contract", "database", "domain", "languages", "outside", "server"], node: true },
  client: { reaches: ["client", "contract", "rules"], isNested: true },
}

/** The other folders that rooms of app/ui may import. */
export const uiReaches = ["client", "contract", "rules"]

/** What the MCP server imports of app: contract, domain, the assistant's rules, and what its process opens. */
const mcpReaches = ["contract", "domain", "rules/agent"]
const mcpModules = [
  "api/rate-limit.server",
  "database/connection.server",
  "languages/on-server",
  ...["model", "realtime", "speaking", "storage", "workers"].map((name) => `outside/${name}.server`),
  ...[
    "client-address",
    "config",
    "connections",
    "log",
    "memory",
    "metrics",
    "model-figures",
    "operate",
    "pressure",
    "settings",
  ].map((name) => `server/${name}`),
]

const nodeModules = ["node:*", "node:*/**"]
const listed = (names) => new Intl.ListFormat("en-GB").format(names)
const open = (folders) => folders.map((folder) => `!~/${folder}/**`)

/** The folders of app with a wall, nested ones left out. */
export const folders = [...Object.keys(walls).filter((folder) => !folder.includes("/")), "ui"]

const override = (includes, group, message) => ({
  includes: [...includes, "!**/*.test.ts"],
  linter: {
    rules: { style: { noRestrictedImports: { level: "error", options: { patterns: [{ group, message }] } } } },
  },
})

const wallOf = ([folder, { reaches, modules = [], node = false, isNested = false }]) => {
  const within = Object.keys(walls).filter((other) => other.startsWith(`${folder}/`))
  const includes = [`app/${folder}/**`, ...within.map((other) => `!app/${other}/**`)]
  const others = reaches.filter((other) => other !== folder)
  if (/^contract\b/.test(folder))
    return override(includes, ["**", "!./*", "!zod/mini", ...open(reaches)], `app/${folder} imports zod alone.`)
  return override(
    includes,
    [
      "~/**",
      ...(node ? [] : nodeModules),
      ...(isNested
        ? ["../../**", ...folders.filter((other) => other !== folder).map((other) => `../${other}/**`)]
        : ["../**"]),
      ...(folder === "server" ? ["!../../supabase/embedded/**"] : []),
      ...open(reaches),
      ...modules.map((module) => `!~/${module}`),
    ],
    `app/${folder} imports ${listed(folder === "server" ? [...others, "supabase/embedded"] : others)} alone.`,
  )
}

const wallOfRoom = (room, index) =>
  override(
    [`app/ui/${room}/**`],
    [
      "~/**",
      ...nodeModules,
      "../**",
      ...open(uiReaches),
      ...open(uiRooms.slice(0, index + 1).map((each) => `ui/${each}`)),
    ],
    "A room of app/ui imports only the rooms listed before it.",
  )

export const overrides = [
  { includes: ["biome.json"], formatter: { enabled: false } },
  // They begin with what they do; functions that are hoisted follow.
  {
    includes: ["scripts/*.mjs", "vite.config.ts"],
    linter: { rules: { nursery: { useConsistentFunctionStyle: "off" } } },
  },
  ...Object.entries(walls).map(wallOf),
  ...uiRooms.map(wallOfRoom),
  override(
    ["app/*.ts", "app/*.tsx"],
    ["~/**", ...nodeModules, "./*/**", "../**", ...open(["client", "contract", "ui"]), "!~/languages/load"],
    "The document and its entries import client, contract, ui and the reader's language.",
  ),
  override(
    ["mcp-server/**"],
    [
      "~/**",
      "../**",
      "!../supabase/embedded/running",
      ...open(mcpReaches),
      ...mcpModules.map((module) => `!~/${module}`),
    ],
    "The MCP server imports contract, domain, the assistant's rules, and what its process opens.",
  ),
  override(["supabase/embedded/**"], ["~/**", "**/app/**"], "The embedded Supabase imports nothing of the app."),
]

/** The text of biome.json with these overrides, each on a line. */
export const withWalls = (text) => {
  const { overrides: _, ...rest } = JSON.parse(text)
  const lines = overrides.map((each) => `    ${JSON.stringify(each)}`)
  return `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "overrides": [\n${lines.join(",\n")}\n  ]\n}\n`
}
