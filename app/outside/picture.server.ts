// openPicture(bytes), makePicture(bytes, size): images read with care. Sizes are read before anything is unpacked.
import { createCanvas, type Image, loadImage } from "@napi-rs/canvas"
import { imageSize } from "image-size"

/** Unpacked, four bytes each. */
const mostPixels = 24_000_000
export const pictured = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp"])

// One after another: two pictures unpacked are two pictures in memory.
let last: Promise<unknown> = Promise.resolve()

const fits = ({ width, height }: { width: number; height: number }) =>
  width > 0 && height > 0 && width * height <= mostPixels

/** Hands the picture to `draw`; undefined when it is none, or too many pixels. */
export const openPicture = <Made>(bytes: Uint8Array, draw: (image: Image) => Promise<Made>) => {
  const made = last
    .then(async () => {
      if (!fits(imageSize(bytes))) return undefined
      const image = await loadImage(bytes)
      // What was said and what it is may differ.
      return fits(image) ? await draw(image) : undefined
    })
    .catch(() => undefined)
  last = made
  return made
}

/** The middle of the picture in this size, anew as WebP: nothing but its pixels is kept. */
export const makePicture = (bytes: Uint8Array, { width, height }: { width: number; height: number }) =>
  openPicture(bytes, (image) => {
    const scale = Math.max(width / image.width, height / image.height)
    const canvas = createCanvas(width, height)
    const [w, h] = [image.width * scale, image.height * scale]
    canvas.getContext("2d").drawImage(image, (width - w) / 2, (height - h) / 2, w, h)
    return canvas.encode("webp", 85)
  })
