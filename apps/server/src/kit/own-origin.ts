import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Whether a request that changes something comes from the exchange's own pages. Browsers send an Origin with every
 * POST. A program has no cookie, and so needs no Origin.
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

/** The origin of the exchange's own pages; undefined if the request was sent to a host name that anybody might own. */
export function ownOrigin(
  { protocol, headers: { host } }: Pick<FastifyRequest, 'protocol' | 'headers'>,
  publicOrigin: string | undefined,
): string | undefined {
  return publicOrigin ?? (isOwnHost(host, undefined) ? `${protocol}://${host}` : undefined);
}

/**
 * Whether the host can only be this exchange: it is the host of its public origin, localhost, or an IP address. The
 * owner of any other name can point that name here, and the owner's page would then be treated as ours (DNS rebinding).
 */
export function isOwnHost(host: string | undefined, publicOrigin: string | undefined): boolean {
  const url = host === undefined ? undefined : urlOf(host);
  if (url === undefined) return false;
  if (publicOrigin !== undefined && new URL(publicOrigin).host === url.host) return true;
  return /(^|\.)localhost$/.test(url.hostname) || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0;
}

/**
 * The URL of a Host header, which may be any text; undefined if it is more than a host and a port, such as
 * `user@localhost` or `localhost/"><script>`: what is taken from it goes into links and pages.
 */
function urlOf(host: string): URL | undefined {
  if (!URL.canParse(`http://${host}`)) return undefined;
  const url = new URL(`http://${host}`);
  return url.host === host.toLowerCase().replace(/:80$/, '') ? url : undefined;
}
