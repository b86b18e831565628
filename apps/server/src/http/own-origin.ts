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
  return publicOrigin === undefined
    ? origin === `${request.protocol}://${request.headers.host}`
    : origin === publicOrigin;
}
