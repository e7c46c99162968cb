import { mount } from "~/api/mount.server"
import { promptCalls } from "~/contract/prompt"
import { prompts } from "~/domain/prompt.server"

const serve = mount(promptCalls, prompts)
export const loader = serve.loader
export const action = serve.action
