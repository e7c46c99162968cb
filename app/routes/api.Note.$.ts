import { mount } from "~/api/mount.server"
import { noteCalls } from "~/contract/note"
import { notes } from "~/domain/note.server"

const serve = mount(noteCalls, notes)
export const loader = serve.loader
export const action = serve.action
