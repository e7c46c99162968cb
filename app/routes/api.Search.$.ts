import { mount } from "~/api/mount.server"
import { searchCalls } from "~/contract/search"
import { searches } from "~/domain/search.server"

const serve = mount(searchCalls, searches)
export const loader = serve.loader
export const action = serve.action
