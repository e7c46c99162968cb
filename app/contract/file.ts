import * as z from "zod/mini"
import { before, idText, person, planPath, text, time } from "~/contract/fields/field"
import { limits } from "~/contract/shared/bounds"
import { del, get, post, put, resource } from "./call"

export const fileBytes = 50 * 1_048_576

export const file = z.object({
  id: z.number(),
  fileId: z.number(),
  planId: z.number(),
  fileName: z.string(),
  uniqueFileName: z.string(),
  friendlyName: z.string(),
  mimeType: z.string(),
  previewUrl: z.nullable(z.string()),
  thumbnailFileName: z.nullable(z.string()),
  size: z.number(),
  uploadDate: time,
  uploadedBy: person,
  goalId: z.nullable(z.number()),
  itemId: z.nullable(z.number()),
  taskId: z.nullable(z.number()),
  noteId: z.nullable(z.number()),
  goalName: z.nullable(z.string()),
  goalColor: z.nullable(z.string()),
  itemTopic: z.nullable(z.string()),
  taskDescription: z.nullable(z.string()),
  referencedByNote: z.boolean(),
})
export type FileEntry = z.output<typeof file>

/** What a file is attached to: at most one of these. An empty form field counts as absent. */
const owner = z.optional(
  z.pipe(
    z.union([z.literal(""), idText]),
    z.transform((value) => (value === "" ? undefined : value)),
  ),
)
export const fileOwner = z.object({ goalId: owner, itemId: owner, taskId: owner, noteId: owner, commentId: owner })
export type FileOwner = z.output<typeof fileOwner>

const files = z.array(file)
const nullableId = z.nullable(z.number())

export const fileTree = z.object({
  files,
  goals: z.array(
    z.object({
      id: nullableId,
      name: z.string(),
      files,
      items: z.array(
        z.object({
          id: z.number(),
          topic: z.string(),
          files,
          tasks: z.array(z.object({ id: z.number(), description: z.string(), files })),
        }),
      ),
    }),
  ),
})
export type FileTree = z.output<typeof fileTree>

const named = z.object({ planId: idText, fileName: z.string().check(z.minLength(1), z.maxLength(300)) })

export const fileCalls = resource({
  upload: post("/api/File/UploadFile/:planId", {
    summary: "Keeps a file (form: file, and at most one of goalId, itemId, taskId, noteId, commentId). At most 50 MiB.",
    access: "writeTexts",
    form: true,
    formFields: z.object({
      goalId: z.optional(idText),
      itemId: z.optional(idText),
      taskId: z.optional(idText),
      noteId: z.optional(idText),
      commentId: z.optional(idText),
    }),
    rate: "upload",
    params: planPath,
    answer: file,
    status: 201,
  }),
  list: get("/api/File/ListFiles", {
    summary: "The plan's files, or those of one goal, action, task or note, newest first.",
    access: "readBoard",
    query: z.object({ planId: idText, goalId: owner, itemId: owner, taskId: owner, noteId: owner, before }),
    paged: true,
    answer: files,
  }),
  downloadUrl: get("/api/File/DownloadUrl/:planId/:fileName", {
    summary: "An address, as text, that hands out the file to whoever has it for 5 minutes.",
    access: "readBoard",
    params: named,
    answer: z.string(),
  }),
  view: get("/api/File/ViewFile/:planId/:fileName", {
    summary: "The bytes, or a range of them. What could run in a browser comes as a download.",
    access: "readBoard",
    params: named,
    answer: z.unknown(),
  }),
  viewNamed: get("/api/File/ViewFile/:planId/:fileName/:name", {
    summary: "The same; browsers title what they show by the name, which may be any.",
    access: "readBoard",
    params: z.extend(named, { name: z.string().check(z.maxLength(1_000)) }),
    answer: z.unknown(),
  }),
  remove: del("/api/File/DeleteFile/:planId/:fileName", {
    summary: "Deletes a file that no note refers to.",
    access: "writeTexts",
    params: named,
    status: 204,
  }),
  removeById: del("/api/File/DeleteFileById/:fileId", {
    summary: "Deletes a file that no note refers to.",
    access: "writeTexts",
    params: z.object({ fileId: idText }),
    status: 204,
  }),
  rename: put("/api/File/RenameFile/:fileId", {
    summary: "Changes the name people see; the extension stays.",
    access: "writeTexts",
    params: z.object({ fileId: idText }),
    body: z.object({ friendlyName: text(limits.name) }),
    answer: file,
  }),
  tree: get("/api/File/tree", {
    summary:
      "The plan's files by goal, action and task; with search, those whose name has it. A page holds the newest.",
    access: "readBoard",
    query: z.object({ planId: idText, search: z.optional(z.string().check(z.maxLength(2_000))), before }),
    paged: true,
    answer: fileTree,
  }),
})
