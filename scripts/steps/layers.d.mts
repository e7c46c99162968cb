import type { Plugin } from "vite"

export function layersOfRooms(): Omit<Plugin, "transform"> & {
  transform(css: string, id: string): { code: string; map: null } | undefined
}
