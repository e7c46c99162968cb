// makeThumbnail(bytes): a small WebP of an image; undefined when the bytes are not an image.
import { createCanvas } from "@napi-rs/canvas"
import { openPicture } from "./picture.server"

const side = 480

export const makeThumbnail = (bytes: Uint8Array): Promise<Uint8Array | undefined> =>
  openPicture(bytes, (image) => {
    const scale = Math.min(1, side / Math.max(image.width, image.height))
    const size = (length: number) => Math.max(1, Math.round(length * scale))
    const canvas = createCanvas(size(image.width), size(image.height))
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas.encode("webp", 80)
  })
