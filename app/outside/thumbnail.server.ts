// makeThumbnail(bytes): a small WebP of an image, or undefined. Sizes are read before anything is unpacked.
import { createCanvas, loadImage } from "@napi-rs/canvas"
import { imageSize } from "image-size"

const side = 480
/** Unpacked, four bytes each. */
const mostPixels = 24_000_000
export const thumbnailed = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"])
/** A larger file gets none: to make one it is held in memory. */
export const mostImageBytes = 16 * 1_048_576

// One after another: two pictures unpacked are two pictures in memory.
let last: Promise<unknown> = Promise.resolve()

export const makeThumbnail = (bytes: Uint8Array): Promise<Uint8Array | undefined> => {
  const made = last.then(() => shrink(bytes)).catch(() => undefined)
  last = made
  return made
}

const shrink = async (bytes: Uint8Array) => {
  const { width, height } = imageSize(bytes)
  if (!(width > 0 && height > 0) || width * height > mostPixels) return undefined
  const image = await loadImage(bytes)
  // What was said and what it is may differ.
  if (image.width < 1 || image.height < 1 || image.width * image.height > mostPixels) return undefined
  const scale = Math.min(1, side / Math.max(image.width, image.height))
  const canvas = createCanvas(
    Math.max(1, Math.round(image.width * scale)),
    Math.max(1, Math.round(image.height * scale)),
  )
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.encode("webp", 80)
}
