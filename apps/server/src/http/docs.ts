import { openApiDocument } from '@vitrine/contract';
import fastify, { type FastifyInstance } from 'fastify';
import { brand, version } from './brand.ts';
import { FixedText } from './fixed-text.ts';
import { features, prepareForPages, strictPolicy } from './pages.ts';
import type { HttpSettings } from './services.ts';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${brand} API</title>
<link rel="icon" href="/mark.svg">
</head>
<body>
<div id="reference"></div>
<script src="/docs/viewer/js/scalar.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * The script that starts the API reference. It is a separate file, so that the page needs no inline script, and it
 * loads nothing from other sites.
 */
const startScript = `Scalar.createApiReference('#reference', {
  url: '/docs/json',
  theme: 'none',
  darkMode: true,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultOpenAllTags: false,
});
`;

/**
 * The Content-Security-Policy of the API reference page. It is less strict, because the page uses inline styles and
 * data-URL images.
 */
const viewerPolicy = {
  ...strictPolicy,
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'", 'data:'],
};

/** The API reference at /docs and its OpenAPI document at /docs/json, both built from the contract. */
export async function registerDocs(app: FastifyInstance, { mode, compatGet }: HttpSettings): Promise<void> {
  const document = () => JSON.stringify(openApiDocument({ brand, version, sandbox: mode === 'sandbox', compatGet }));
  await app.register(async (docs) => {
    await prepareForPages(docs, mode, viewerPolicy);
    docs.addHook('onRequest', (_request, reply, done) => {
      reply.header('permissions-policy', features('/docs'));
      done();
    });
    docs.get('/docs', new FixedText('text/html; charset=utf-8', () => page).send);
    docs.get('/docs/start.js', new FixedText('text/javascript; charset=utf-8', () => startScript).send);
    docs.get('/docs/json', new FixedText('application/json; charset=utf-8', document).send);
    docs.get('/docs/viewer/js/scalar.js', new FixedText('text/javascript; charset=utf-8', viewerScript).send);
  });
}

/**
 * The script of the plugin, without the plugin's own page, which relies on an inline script. Its 4 MB are two fifths of
 * the server's code, so it is loaded only when the reference is first requested.
 */
async function viewerScript(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const viewer = fastify();
  await viewer.register(scalar, { routePrefix: '/viewer', configuration: { url: '/docs/json' } });
  const { statusCode, body } = await viewer.inject('/viewer/js/scalar.js');
  await viewer.close();
  if (statusCode !== 200) throw new Error(`the script of the API reference could not be loaded: HTTP ${statusCode}`);
  return body;
}
