import { serveBoard } from "~/api/board.server"
import { mount } from "~/api/mount.server"
import { planPictures } from "~/api/picture.server"
import { serveExport, serveImport } from "~/api/transfer.server"
import { planCalls } from "~/contract/plan"
import { removePlanImage } from "~/domain/picture.server"
import { plans } from "~/domain/plan.server"

const serve = mount(
  planCalls,
  { ...plans, removeImage: async (actor, { planId }) => void (await removePlanImage(actor, planId)) },
  { board: serveBoard, export: serveExport, import: serveImport, ...planPictures },
)
export const loader = serve.loader
export const action = serve.action
