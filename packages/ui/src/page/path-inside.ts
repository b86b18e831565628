/**
 * An origin that cannot exist, used as the base of a URL. If the URL resolves to a different origin, it would also
 * leave our site.
 */
const HERE = 'https://here.invalid';

/** A path of this site as a browser resolves it, without dot segments; undefined if it could lead elsewhere. */
export function pathInside(text: string | undefined): string | undefined {
  if (text === undefined || !text.startsWith('/') || /\p{Cc}/u.test(text) || !URL.canParse(text, HERE))
    return undefined;
  const { origin, pathname, search, hash } = new URL(text, HERE);
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : undefined;
}
