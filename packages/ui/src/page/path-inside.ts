/** Of a site that cannot be: what leads away from it leads away from ours. */
const HERE = 'https://here.invalid';

/** A path of this site as a browser reads it, its points resolved; undefined for whatever could lead elsewhere. */
export function pathInside(text: string | undefined): string | undefined {
  if (text === undefined || !text.startsWith('/') || /\p{Cc}/u.test(text) || !URL.canParse(text, HERE))
    return undefined;
  const { origin, pathname, search, hash } = new URL(text, HERE);
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : undefined;
}
