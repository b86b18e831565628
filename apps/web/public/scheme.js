// Runs before the first paint, so that the light theme does not flash dark first, and English does not flash before
// another language. The storage key and the names of the preferences are those in src/lib/preferences.ts.
(() => {
  const root = document.documentElement;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('vitrine.preferences')) ?? {};
  } catch {
    // Storage is unavailable: keep the defaults.
  }
  // The front page comes in one language, that of its texts and figures.
  if (location.pathname !== '/') root.lang = kept.language ?? navigator.language;
  const onWhite = /^\/(sign(in|up)|auth|redirect)(\/|$)/.test(location.pathname);
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  const scheme = onWhite ? 'light' : kept.scheme === 'system' ? system : kept.scheme === 'light' ? 'light' : 'dark';
  root.setAttribute('data-mantine-color-scheme', scheme);
  if (kept.rising === 'red' || kept.rising === 'blue') root.setAttribute('data-rising', kept.rising);
  if (kept.density === 'compact') root.setAttribute('data-density', 'compact');
})();
