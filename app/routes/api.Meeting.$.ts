import { mount } from "~/api/mount.server"
import { meetingCalls } from "~/contract/meeting"
import { meetings } from "~/domain/meeting.server"

const serve = mount(meetingCalls, meetings)
export const loader = serve.loader
export const action = serve.action
