import { serveBoard } from "~/api/board.server"
import { mount } from "~/api/mount.server"
import { serveExport, serveImport } from "~/api/transfer.server"
import { planCalls } from "~/contract/plan"
import { plans } from "~/domain/plan.server"

const serve = mount(planCalls, plans, { board: serveBoard, export: serveExport, import: serveImport })
export const loader = serve.loader
export const action = serve.action
