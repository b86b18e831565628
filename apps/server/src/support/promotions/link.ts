/** Base for parsing. A link that stays on this origin is a path within the site. */
const OWN = 'https://vitrine.invalid';

/**
 * Whether a link leads to one of the product's own pages, or to another site over https. Not links are `//host` and
 * `/\host`, which look like paths but lead to other sites, and those with `user@`, which disguise their host.
 */
export function isLink(link: string): boolean {
  if (/[\s\\]/.test(link) || !URL.canParse(link, OWN)) return false;
  const { origin, protocol, username, password } = new URL(link, OWN);
  if (link.startsWith('/')) return origin === OWN;
  return protocol === 'https:' && username === '' && password === '' && link.startsWith('https://');
}

/** Whether a link leads to one of the product's own pages, or to one of these hosts. */
export const isAllowed = (link: string, hosts: readonly string[]): boolean =>
  link.startsWith('/') || hosts.includes(new URL(link).host);
