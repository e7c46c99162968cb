/** The types of react-dom 18 leave this entry out. */
declare module "react-dom/server.browser" {
  export { renderToReadableStream } from "react-dom/server"
}
