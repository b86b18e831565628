/**
 * An origin that cannot exist. A URL that leaves this origin when resolved against it would also lead away from our
 * site.
 */
const HERE = 'https://here.invalid';

/** A path of this site as a browser resolves it, without dot segments; undefined if it could lead elsewhere. */
export function pathInside(text: string | undefined): string | undefined {
  if (text === undefined || !text.startsWith('/') || /\p{Cc}/u.test(text) || !URL.canParse(text, HERE))
    return undefined;
  const { origin, pathname, search, hash } = new URL(text, HERE);
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : undefined;
}
