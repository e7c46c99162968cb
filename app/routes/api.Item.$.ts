import { mount } from "~/api/mount.server"
import { itemCalls } from "~/contract/item"
import { items } from "~/domain/item.server"

const serve = mount(itemCalls, items)
export const loader = serve.loader
export const action = serve.action
