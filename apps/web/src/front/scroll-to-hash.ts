/**
 * A hash that matches no element scrolls to the bottom of the page, as the specification requires. Everything above has
 * a fixed height except the news, so the page scrolls again once they have loaded.
 */
export function scrollToHash(): void {
  follow();
  window.addEventListener('hashchange', follow);
}

const AGAIN_MS = 1200;

function follow(): void {
  const name = location.hash.slice(1);
  if (name === '' || (name !== 'bottom' && document.getElementById(decoded(name)))) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const scroll = () =>
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: isStill ? 'auto' : 'smooth' });
  requestAnimationFrame(() => requestAnimationFrame(scroll));
  setTimeout(() => location.hash.slice(1) === name && scroll(), AGAIN_MS);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
