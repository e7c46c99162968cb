// npm run walls: writes the walls between the rooms (steps/rooms.mjs) into biome.json.
import fs from "node:fs"
import path from "node:path"
import { root } from "./steps/project.mjs"
import { withWalls } from "./steps/rooms.mjs"

const file = path.join(root, "biome.json")
fs.writeFileSync(file, withWalls(fs.readFileSync(file, "utf8")))
