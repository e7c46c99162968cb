// openPicture(bytes, draw), makePicture(bytes, size): decodes images from untrusted bytes, dimensions checked first.
import { createCanvas, type Image, loadImage } from "@napi-rs/canvas"
import { imageSize } from "image-size"

/** Each takes four bytes once decoded. */
const maxPixels = 24_000_000

// One at a time, since each is decoded in memory.
let last: Promise<unknown> = Promise.resolve()

const fits = ({ width, height }: { width: number; height: number }) =>
  width > 0 && height > 0 && width * height <= maxPixels

/** Undefined when the bytes are not an image, or it has too many pixels. */
export const openPicture = <Result>(bytes: Uint8Array, draw: (image: Image) => Promise<Result>) => {
  const made = last
    .then(async () => {
      if (!fits(imageSize(bytes))) return undefined
      const image = await loadImage(bytes)
      // The header may state other dimensions than the image has.
      return fits(image) ? await draw(image) : undefined
    })
    .catch(() => undefined)
  last = made
  return made
}

/** Scaled and cropped to its centre, as WebP without the metadata. */
export const makePicture = (bytes: Uint8Array, { width, height }: { width: number; height: number }) =>
  openPicture(bytes, (image) => {
    const scale = Math.max(width / image.width, height / image.height)
    const canvas = createCanvas(width, height)
    const [w, h] = [image.width * scale, image.height * scale]
    canvas.getContext("2d").drawImage(image, (width - w) / 2, (height - h) / 2, w, h)
    return canvas.encode("webp", 85)
  })
