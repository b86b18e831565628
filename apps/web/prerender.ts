import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connect, InlineConfig, Plugin } from 'vite';
import { createServer } from 'vite';
import type { renderFrontPage } from './src/front/server.tsx';
import type { Texts } from './src/front/texts.ts';

const root = import.meta.dirname;
const locales = join(root, 'src/locales');

/** The languages that have texts of the front page. */
const languages = (): string[] =>
  readdirSync(locales).filter((language) => readdirSync(join(locales, language)).includes('front.json'));

/**
 * Makes the front page into HTML, a file per language: `front.en.html`. Its texts are in the page as JSON, so that it
 * needs neither a request for them nor a part of the app. In development, `/` is served without HTML.
 */
export function prerender(config: Pick<InlineConfig, 'plugins' | 'css'>): Plugin {
  return {
    name: 'prerender',
    enforce: 'post',
    configureServer(server) {
      server.middlewares.use(((request, _response, next) => {
        if (request.url && /^\/(\?|$)/.test(request.url)) request.url = `/front.html${request.url.slice(1)}`;
        next();
      }) satisfies Connect.NextHandleFunction);
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['front.html'];
        if (page?.type !== 'asset') return;
        const template = String(page.source);
        delete bundle['front.html'];
        const render = await renderer(config);
        for (const language of languages()) {
          const texts = JSON.parse(readFileSync(join(locales, language, 'front.json'), 'utf8')) as Texts;
          const source = filled(template, language, texts, render(texts));
          this.emitFile({ type: 'asset', fileName: `front.${language}.html`, source });
        }
      },
    },
  };
}

/** Loads the page's code as the build would, and renders it once per call. */
async function renderer(config: Pick<InlineConfig, 'plugins' | 'css'>) {
  const server = await createServer({
    ...config,
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    mode: 'production',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const module = await server.ssrLoadModule('/src/front/server.tsx');
    return module.renderFrontPage as typeof renderFrontPage;
  } finally {
    await server.close();
  }
}

function filled(template: string, language: string, texts: Texts, html: string): string {
  const head = `<title>${escaped(texts.title)} | Vitrine</title>
    <meta name="description" content="${escaped(texts.description)}" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="${escaped(texts.title)}" />
    <meta property="og:description" content="${escaped(texts.description)}" />
    <meta property="og:image" content="/social.png" />
    <meta name="twitter:card" content="summary_large_image" />
    <script type="application/ld+json">${inScript(structured(texts))}</script>`;
  return template
    .replace('<html lang="en"', () => `<html lang="${language}"`)
    .replace('<!--head-->', () => head)
    .replace('<!--page-->', () => html)
    .replace('<!--texts-->', () => `<script type="application/json" id="texts">${inScript(texts)}</script>`);
}

/** What search engines read: who this is, and the questions and answers of the page. */
const structured = ({ brand, description, faq }: Texts) => ({
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'Organization', name: brand, description },
    {
      '@type': 'FAQPage',
      mainEntity: Object.values(faq.items).map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ],
});

/** JSON that cannot end the script element it is in. */
const inScript = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
