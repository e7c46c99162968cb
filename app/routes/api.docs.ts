import { docsPage } from "~/api/docs-page.server"

export const loader = () => docsPage()
