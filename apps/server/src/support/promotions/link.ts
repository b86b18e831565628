/** Any origin: it only shows whether a path stays on the site that it is read on. */
const OWN = 'https://vitrine.invalid';

/**
 * Whether a link leads to one of the product's own pages, or to another site over https: `//host` and `/\host` are other
 * sites that look like paths, and a name with `user@` in front hides the host that it leads to.
 */
export function isLink(link: string): boolean {
  if (/[\s\\]/.test(link) || !URL.canParse(link, OWN)) return false;
  const { origin, protocol, username, password } = new URL(link, OWN);
  if (link.startsWith('/')) return origin === OWN;
  return protocol === 'https:' && username === '' && password === '' && link.startsWith('https://');
}
