// layersOfRooms(): a plugin of Vite that puts the stylesheets of a room into its cascade layer.

/** `app/ui/theme/theme.css` declares the order of the layers, and assigns its own imports to them. */
export const layersOfRooms = () => {
  return {
    name: "laneway-layers-of-rooms",
    enforce: "pre",
    transform(css, id) {
      const room = /\/app\/ui\/([\w-]+)\/[\w/-]+\.css(?:\?|$)/.exec(id)?.[1]
      if (!room || room === "theme") return
      return { code: `@layer ${room === "parts" ? "parts" : "screens"} {\n${css}}\n`, map: null }
    },
  }
}
