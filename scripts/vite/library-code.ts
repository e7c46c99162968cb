// libraryCode(): in the files for browsers, libraries without the code of options that are off, and without renders that show nothing new.
import type { Plugin } from "vite"

type Change = { file: RegExp; from: string | RegExp; to: string; error: string }

const changes: Change[] = [
  {
    // `enableDefaultSensors` is false: the board has its own (ui/board/drag/sensors.ts).
    file: /\/@hello-pangea\/dnd\/dist\/dnd\.esm\.js$/,
    from: "const defaultSensors = [useMouseSensor, useKeyboardSensor, useTouchSensor];",
    to: "const defaultSensors = [];",
    error: "The drag library lists its sensors in another way.",
  },
  {
    // A list that no card is over has other props during a drag than before it: they only tell whether its placeholder moves. A virtual list
    // has none. Else each of a board's three hundred columns renders when a card is lifted, and again when it is dropped.
    file: /\/@hello-pangea\/dnd\/dist\/dnd\.esm\.js$/,
    from: /(const idleWithoutAnimation = [\s\S]*?)\n {2}return selector;\n/,
    to: `$1
  return (state, ownProps) => {
    const props = selector(state, ownProps);
    return props === idleWithAnimation && ownProps.mode === "virtual" ? idleWithoutAnimation : props;
  };
`,
    error: "The drag library decides in another way when a list renders.",
  },
  {
    // `v3_lazyRouteDiscovery` is false (remix.config.js): the manifest lists every route.
    file: /\/@remix-run\/react\/dist\/esm\/fog-of-war\.js$/,
    from: /^import [\s\S]*\nexport \{ fetchAndApplyManifestPatches, getPartialManifest, getPatchRoutesOnNavigationFunction, isFogOfWarEnabled, useFogOFWarDiscovery \};\s*$/m,
    to: [
      "export const isFogOfWarEnabled = () => false",
      "export const getPartialManifest = (manifest) => manifest",
      "export const getPatchRoutesOnNavigationFunction = () => undefined",
      "export const useFogOFWarDiscovery = () => {}",
    ].join("\n"),
    error: "Remix discovers routes in another way.",
  },
]

export const libraryCode = (): Plugin => ({
  name: "laneway-library-code",
  apply: (_config, { command, isSsrBuild }) => command === "build" && !isSsrBuild,
  transform(code, id) {
    let changed = code
    for (const { file, from, to, error } of changes) {
      if (!file.test(id)) continue
      const before = changed
      changed = before.replace(from, to)
      if (changed === before) this.error(error)
    }
    return changed === code ? undefined : { code: changed, map: null }
  },
})
