import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ownOrigin } from '../kit/own-origin.ts';

/** Public pages whose URLs do not depend on the listed coins. */
const pages = [
  '/',
  '/markets/prices',
  '/markets/pos',
  '/markets/pow',
  '/markets/innovation',
  '/markets/trading_data',
  '/fee-rate',
  '/about',
  '/contactus',
  '/legal-center/terms',
  '/legal-center/privacy',
];

interface CrawlerParts {
  /** The public origin of the exchange; undefined in a sandbox, which takes it from the request. */
  readonly publicOrigin: string | undefined;
  /** The coins that are traded. */
  readonly coins: () => readonly string[];
}

/** Adds `/robots.txt` and `/sitemap.xml`, with a page for each traded coin. */
export function registerCrawlers(app: FastifyInstance, { publicOrigin, coins }: CrawlerParts): void {
  // For an untrusted host name, only paths are written.
  const originOf = (request: FastifyRequest) => ownOrigin(request, publicOrigin) ?? '';
  app.get('/robots.txt', (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          'User-agent: *',
          ...['/api/', '/wallet', '/account', '/history', '/console'].map((path) => `Disallow: ${path}`),
          `Sitemap: ${originOf(request)}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );
  app.get('/sitemap.xml', (request, reply) => {
    const paths = [...pages, ...coins().map((coin) => `/price/${encodeURIComponent(coin)}`)];
    const urls = paths.map((path) => `<url><loc>${escaped(originOf(request) + path)}</loc></url>`);
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
      );
  });
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
