declare module "virtual:remix/server-build" {
  import type { ServerBuild } from "@remix-run/node"
  export const routes: ServerBuild["routes"]
  export const entry: ServerBuild["entry"]
  export const assets: ServerBuild["assets"]
  export const future: ServerBuild["future"]
  export const mode: ServerBuild["mode"]
  export const basename: ServerBuild["basename"]
  export const isSpaMode: ServerBuild["isSpaMode"]
  export const publicPath: ServerBuild["publicPath"]
  export const assetsBuildDirectory: ServerBuild["assetsBuildDirectory"]
}
