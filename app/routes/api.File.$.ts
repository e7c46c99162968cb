import { fileRaw } from "~/api/file.server"
import { mount } from "~/api/mount.server"
import { fileCalls } from "~/contract/file"
import { files } from "~/domain/file.server"

const serve = mount(fileCalls, files, fileRaw)
export const loader = serve.loader
export const action = serve.action
