import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Whether a changing request comes from the exchange's own pages. Browsers state the origin of every POST. A program has
 * no cookie, and needs none.
 */
export function isOwnOrigin(
  request: FastifyRequest,
  session: { readonly by: 'cookie' | 'bearer' } | undefined,
  publicOrigin: string | undefined,
): boolean {
  if (session?.by === 'bearer') return true;
  const { origin } = request.headers;
  if (origin === undefined) return session === undefined;
  return origin === ownOrigin(request, publicOrigin);
}

/** Undefined where the request was sent to a name that may be anybody's. */
export function ownOrigin(
  { protocol, headers: { host } }: Pick<FastifyRequest, 'protocol' | 'headers'>,
  publicOrigin: string | undefined,
): string | undefined {
  return publicOrigin ?? (isOwnHost(host, undefined) ? `${protocol}://${host}` : undefined);
}

/**
 * Whether only this exchange can be meant: by the host of its public origin, by localhost, or by an address in figures.
 * Any other name its owner may have made lead here, and a page of theirs would count as ours (DNS rebinding).
 */
export function isOwnHost(host: string | undefined, publicOrigin: string | undefined): boolean {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  if (publicOrigin !== undefined && new URL(publicOrigin).host === host) return true;
  const { hostname } = new URL(`http://${host}`);
  return /(^|\.)localhost$/.test(hostname) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}
