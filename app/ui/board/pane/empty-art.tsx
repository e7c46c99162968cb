/** Drawings for empty lists. Strokes and fills come from the theme. */

export const GoalsArt = () => (
  <svg className="art" viewBox="0 0 120 64" aria-hidden="true">
    <rect x="26" y="6" width="68" height="22" rx="6" data-goal="jade" fill="var(--g-tint-2)" />
    <rect x="33" y="14" width="36" height="5" rx="2.5" data-goal="jade" fill="var(--g)" />
    <rect className="art-line" x="26" y="35" width="68" height="22" rx="6" strokeDasharray="3 4" />
  </svg>
)

export const ActionsArt = () => (
  <svg className="art" viewBox="0 0 120 64" aria-hidden="true">
    <rect className="art-line" x="24" y="8" width="72" height="20" rx="6" />
    <rect className="art-line" x="24" y="36" width="72" height="20" rx="6" strokeDasharray="3 4" />
    <rect className="art-fill" x="32" y="15" width="40" height="6" rx="3" />
  </svg>
)

export const LanesArt = () => (
  <svg className="art" viewBox="0 0 120 64" aria-hidden="true">
    <rect className="art-line" x="6" y="10" width="108" height="44" rx="8" strokeDasharray="3 4" />
    <path className="art-line" d="M40 10v44M64 10v44M90 10v44" strokeDasharray="3 4" />
    <rect x="12" y="22" width="30" height="20" rx="5" data-goal="plum" fill="var(--g)" transform="rotate(-6 27 32)" />
  </svg>
)
