// Runs before the first paint, so that the light theme does not flash dark first. The storage key is the one in
// src/lib/preferences.ts.
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem('vitrine.console.scheme');
  } catch {
    // Storage is unavailable: keep the defaults.
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', kept === 'light' ? 'light' : 'dark');
})();
