import "./file-list.css"
import { Download, X, ZoomIn, ZoomOut } from "lucide-react"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { Dialog, Modal, ModalOverlay } from "react-aria-components"
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from "react-zoom-pan-pinch"
import type { FileEntry } from "~/contract/file"
import { addressOf, previewOf } from "~/ui/file/file-kind"
import { file as texts } from "~/ui/file/texts"
import { download } from "~/ui/file/use-files"
import { zoomSteps } from "~/ui/file/wheel-zoom"
import { IconButton } from "~/ui/parts/button"
import { useMessage } from "~/ui/parts/dialog/use-message"
import { Layer } from "~/ui/parts/layer"
import { Loading } from "~/ui/parts/loading"
import { shortcutKey } from "~/ui/parts/shortcut-keys"
import { common } from "~/ui/parts/texts"

const least = 0.1
const most = 5
const factor = 1.2
/** Most bytes of a text preview. */
const mostBytes = 262_144

type FilePreviewProps = { file: FileEntry; onClose(): void }

/** Previews a picture, PDF or text over the whole page. Import it lazily. */
export const FilePreview = ({ file, onClose }: FilePreviewProps) => {
  const { friendlyName: name, planId, uniqueFileName } = file
  const kind = previewOf(file)
  const address = addressOf(planId, uniqueFileName)
  const picture = useRef<ReactZoomPanPinchRef>(null)
  const [scale, setScale] = useState(1)
  const [failed, setFailed] = useState(false)
  const [message, show] = useMessage()

  const zoom = (by: number) => {
    const { current } = picture
    if (!current) return
    const { scale: now } = current.state
    const next = Math.min(most, Math.max(least, now * by))
    current.centerView(next, 0)
    setScale(next)
  }
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onWheel = (event: WheelEvent) => {
      const { current } = picture
      if (!current || !(event.target instanceof Element && event.target.closest(".canvas"))) return
      event.preventDefault()
      const next = Math.min(most, Math.max(least, current.state.scale * factor ** zoomSteps(event)))
      current.zoomToPoint(next, event.clientX, event.clientY, 0)
      setScale(next)
    }
    // React's own wheel listeners are passive: Ctrl would zoom the page too.
    const { current } = frame
    current?.addEventListener("wheel", onWheel, { passive: false })
    return () => current?.removeEventListener("wheel", onWheel)
  }, [])
  const reset = () => {
    picture.current?.resetTransform(0)
    setScale(1)
  }
  useKeys(kind === "image", {
    "+": () => zoom(factor),
    "=": () => zoom(factor),
    "-": () => zoom(1 / factor),
    "0": reset,
  })

  return (
    <ModalOverlay
      className="file-preview"
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal>
        <Layer onClose={onClose} />
        <Dialog aria-label={name}>
          <div className="frame flow" ref={frame}>
            <header className="row rigid">
              <b className="truncate grow" dir="auto">
                {name}
              </b>
              {kind === "image" && !failed && (
                <>
                  <IconButton label={texts.zoomOut} onClick={() => zoom(1 / factor)}>
                    <ZoomOut className="icon" aria-hidden="true" />
                  </IconButton>
                  <button
                    type="button"
                    className="scale numeric"
                    data-tip={texts.zoomReset}
                    aria-description={texts.zoomReset}
                    onClick={reset}
                  >
                    {Math.round(scale * 100)}%
                  </button>
                  <IconButton label={texts.zoomIn} onClick={() => zoom(factor)}>
                    <ZoomIn className="icon" aria-hidden="true" />
                  </IconButton>
                </>
              )}
              <IconButton
                label={texts.download}
                onClick={() => download(file).catch(() => show({ kind: "error", text: texts.downloadFailed }))}
              >
                <Download className="icon" aria-hidden="true" />
              </IconButton>
              <IconButton label={common.close} onClick={onClose}>
                <X className="icon" aria-hidden="true" />
              </IconButton>
            </header>
            {failed || kind === null ? (
              <p className="failed" role="alert">
                {texts.previewFailed}
              </p>
            ) : kind === "image" ? (
              <TransformWrapper
                ref={picture}
                minScale={least}
                maxScale={most}
                centerOnInit
                limitToBounds={false}
                doubleClick={{ mode: "reset" }}
                wheel={{ disabled: true }}
                onTransform={(_ref, { scale }) => setScale(scale)}
              >
                {/* The library's own rules are in no layer, so the size is given inline. */}
                <TransformComponent
                  wrapperClass="canvas"
                  wrapperStyle={{ width: "100%", height: "100%" }}
                  contentClass="picture"
                >
                  <img src={address} alt={name} draggable={false} onError={() => setFailed(true)} />
                </TransformComponent>
              </TransformWrapper>
            ) : kind === "PDF" ? (
              <iframe className="canvas" src={addressOf(planId, uniqueFileName, name)} title={name} />
            ) : (
              <Text address={address} whole={file.size <= mostBytes} onFailed={() => setFailed(true)} />
            )}
            {message}
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Handles keys of the whole page while the preview covers it. */
const useKeys = (on: boolean, keys: Readonly<Record<string, () => void>>) => {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!on) return
    const onKeyDown = (event: KeyboardEvent) => {
      const run = latest.current[shortcutKey(event)]
      if (!run || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      run()
    }
    document.addEventListener("keydown", onKeyDown)
    return () => document.removeEventListener("keydown", onKeyDown)
  }, [on])
}

const Text = ({ address, whole, onFailed }: { address: string; whole: boolean; onFailed(): void }): ReactNode => {
  const [text, setText] = useState<string>()
  const failed = useRef(onFailed)
  failed.current = onFailed
  useEffect(() => {
    const stop = new AbortController()
    const headers: HeadersInit = whole ? {} : { range: `bytes=0-${mostBytes - 1}` }
    fetch(address, { signal: stop.signal, headers }).then(
      async (response) => {
        if (response.ok) setText(await response.text())
        else failed.current()
      },
      () => {
        if (!stop.signal.aborted) failed.current()
      },
    )
    return () => stop.abort()
  }, [address, whole])
  if (text === undefined) return <Loading text={texts.loading} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <pre className="canvas text" dir="auto" tabIndex={0}>
      {text}
      {!whole && <span className="muted">{`\n\n${texts.cut}`}</span>}
    </pre>
  )
}
