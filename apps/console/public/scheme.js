// Runs before the first paint, so that nobody who chose light sees a dark flash. Keeps to the names in src/lib/preferences.ts.
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem('vitrine.console.scheme');
  } catch {
    // Storage is closed to us: the ground state stands.
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', kept === 'light' ? 'light' : 'dark');
})();
