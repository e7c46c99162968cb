// runModule(file, name, options): builds the product and runs a function of a TypeScript module under tests/.
import path from "node:path"
import { build } from "./build.mjs"
import { install } from "./install.mjs"
import { checkNode, root } from "./project.mjs"

/** The function returns its number of failures; the process ends with 2 if there are any. */
export const runModule = async (file, name, options) => {
  checkNode()
  try {
    await install({ tools: true })
    await build()
    const { runnerImport } = await import("vite")
    const { module } = await runnerImport(path.join(root, file), {
      configFile: false,
      root,
      resolve: { alias: { "~": path.join(root, "app") } },
    })
    const failures = await module[name](await options())
    process.exit(failures ? 2 : 0)
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
}

/** The value of `--name=value`. */
export const argument = (name) => process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(`--${name}=`.length)
