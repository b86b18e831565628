import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filledIn } from '@vitrine/tools/locale-texts';
import type { Connect, InlineConfig, Plugin } from 'vite';
import { createServer } from 'vite';
import type { renderFrontPage } from './src/front/server.tsx';
import type { Texts } from './src/front/texts.ts';
import type { pageHeads } from './src/lib/page-heads.ts';

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
        const { render, heads } = await pageModules(config);
        for (const language of languages()) {
          const texts = textsIn(language);
          const source = filled(template, language, texts, render(texts, language));
          this.emitFile({ type: 'asset', fileName: `front.${language}.html`, source });
        }
        this.emitFile({ type: 'asset', fileName: 'heads.json', source: JSON.stringify(headsIn(heads)) });
      },
    },
  };
}

/** The texts of the front page; those that a language lacks are in English. */
function textsIn(language: string): Texts {
  const [own = '', english = ''] = [language, 'en'].map((each) =>
    readFileSync(join(locales, each, 'front.json'), 'utf8'),
  );
  return JSON.parse(language === 'en' ? english : filledIn(own, english, language)) as Texts;
}

type PageTexts = Readonly<Record<string, string>>;

/**
 * The titles and descriptions of the app's pages in each language that has them, which the server writes into their
 * HTML (apps/server/src/http/page-heads.ts).
 */
function headsIn(pages: typeof pageHeads) {
  const texts = readdirSync(locales).flatMap((language) => {
    const file = join(locales, language, 'pages.json');
    return existsSync(file) ? [[language, JSON.parse(readFileSync(file, 'utf8')) as PageTexts] as const] : [];
  });
  return pages.map(([path, title, description]) => ({
    path,
    heads: Object.fromEntries(
      texts.flatMap(([language, of]) =>
        of[title] && of[description] ? [[language, { title: of[title], description: of[description] }]] : [],
      ),
    ),
  }));
}

/** Loads the page's code as the build would, to render it, and the list of the app's pages. */
async function pageModules(config: Pick<InlineConfig, 'plugins' | 'css'>) {
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
    const front = await server.ssrLoadModule('/src/front/server.tsx');
    const list = await server.ssrLoadModule('/src/lib/page-heads.ts');
    return {
      render: front.renderFrontPage as typeof renderFrontPage,
      heads: list.pageHeads as typeof pageHeads,
    };
  } finally {
    await server.close();
  }
}

/** What the server replaces with the origin at which it is reached. */
const ORIGIN_MARK = '__ORIGIN__';

function filled(template: string, language: string, texts: Texts, html: string): string {
  const head = `<title>${escaped(texts.title)} | Vitrine</title>
    <meta name="description" content="${escaped(texts.description)}" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="${escaped(texts.title)}" />
    <meta property="og:description" content="${escaped(texts.description)}" />
    <meta property="og:image" content="${ORIGIN_MARK}/social.png" />
    <!--links-->
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
    { '@type': 'Organization', name: brand, description, url: `${ORIGIN_MARK}/`, logo: `${ORIGIN_MARK}/icon-512.png` },
    { '@type': 'WebSite', name: brand, url: `${ORIGIN_MARK}/` },
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
