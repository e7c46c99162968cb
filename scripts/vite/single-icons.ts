// singleIcons(): imports each icon from its own file, so that it comes with what shows it.
import fs from "node:fs"
import { createRequire } from "node:module"
import type { Plugin } from "vite"

const imports = /^import \{([^}]*)\} from "lucide-react"/gm

/**
 * A file that exports every icon is in the file that every page loads, and with it each icon that is shown by one later
 * screen alone.
 */
export const singleIcons = (): Plugin => {
  let files: Map<string, string> | undefined
  return {
    name: "laneway-single-icons",
    enforce: "pre",
    apply: "build",
    transform(code, id) {
      if (!id.includes("/app/") || !code.includes('"lucide-react"')) return
      const changed = code.replace(imports, (_whole, names: string) => {
        files ??= filesOfIcons()
        return names
          .split(",")
          .map((each) => each.trim())
          .filter((each) => each !== "")
          .map((name) => {
            if (name.startsWith("type ")) return `import type { ${name.slice(5)} } from "lucide-react"`
            const [icon = "", local = icon] = name.split(/\s+as\s+/)
            const file = files?.get(icon)
            return file ? `import ${local} from "lucide-react/icons/${file}"` : this.error(`No icon ${icon}.`)
          })
          .join(";")
      })
      return { code: changed, map: null }
    },
  }
}

/** The file of each icon, by every name that the library exports it by. */
const filesOfIcons = () => {
  const main = createRequire(import.meta.url).resolve("lucide-react")
  const list = fs.readFileSync(main.replace("/dist/cjs/lucide-react.js", "/dist/esm/lucide-react.mjs"), "utf8")
  return new Map(
    [...list.matchAll(/^export \{(.+)\} from '\.\/icons\/(.+)\.mjs'/gm)].flatMap(([, names = "", file = ""]) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = ""]): [string, string] => [name, file]),
    ),
  )
}
