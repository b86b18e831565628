import { expect, test } from 'vitest';
import { frontLinks, headElements, headOf, type PageHead, readerLanguage } from './page-heads.ts';

const pages: PageHead[] = [
  { path: '/about', heads: { en: { title: 'About', description: 'Who' }, de: { title: 'Über', description: 'Wer' } } },
  { path: '/price/$coin', heads: { en: { title: '{{name}} price', description: '{{name}} ({{coin}}) in USDT' } } },
];
const coinName = (code: string) => (code.toUpperCase() === 'BTC' ? 'Bitcoin "$&" <b>' : undefined);

test.each([
  [undefined, undefined, undefined, 'en'],
  [undefined, undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
  [undefined, undefined, 'zh-HK', 'zh-TW'],
  [undefined, undefined, 'en;q=0.5,ja', 'ja'],
  [undefined, '__Host-language=ja', 'de', 'ja'],
  [undefined, 'a=b; __Host-language=zh-CN; c=d', 'de', 'zh-CN'],
  [undefined, '__Host-language=xx', 'de', 'de'],
  [undefined, 'not__Host-language=ja', 'de', 'de'],
  ['es', '__Host-language=ja', 'de', 'es'],
  [['es', 'vi'], '__Host-language=ja', 'de', 'ja'],
  ['../../etc/passwd', undefined, `${'xx,'.repeat(5_000)}de`, 'en'],
])(
  'a URL with language %s, the cookie %s and the header %s give a page in %s',
  (wanted, cookie, accepted, language) => {
    expect(readerLanguage(wanted, { cookie, accepted })).toBe(language);
  },
);

test('a page has its title in the reader’s language, or in English if it is not translated', () => {
  expect(headOf(pages, '/about', 'de', coinName)).toEqual({ title: 'Über', description: 'Wer', path: '/about' });
  expect(headOf(pages, '/about', 'ja', coinName)?.title).toBe('About');
  for (const path of ['/about/', '/about/x', '/', '/wallet', '//about'])
    expect([path, headOf(pages, path, 'en', coinName)]).toEqual([path, undefined]);
});

test('a coin’s page has the coin’s code in its canonical URL, and the page of an unknown coin has no head', () => {
  const head = headOf(pages, '/price/btc', 'en', coinName);
  expect(head).toMatchObject({ path: '/price/BTC', description: 'Bitcoin "$&" <b> (BTC) in USDT' });
  for (const path of ['/price/NOCOIN', '/price/', '/price'])
    expect([path, headOf(pages, path, 'en', coinName)]).toEqual([path, undefined]);
});

test('values from data are escaped and cannot break out of their element', () => {
  const head = headOf(pages, '/price/BTC', 'en', coinName);
  if (!head) throw new Error('the page of a coin has no head');
  const html = headElements(head, 'https://vitrine.example/price/BTC');
  expect(html).toContain('<title>Bitcoin &quot;$&amp;&quot; &lt;b&gt; price · Vitrine</title>');
  expect(html).toContain('<link rel="canonical" href="https://vitrine.example/price/BTC" />');
  expect(html).toContain('content="https://vitrine.example/social.png"');
  expect(headElements(head, undefined)).not.toMatch(/canonical|og:url|og:image/);
});

test('the front page links to itself in all languages; a URL with a language is canonical for that language', () => {
  const html = frontLinks('https://vitrine.example', 'de', false);
  expect(html).toContain('<link rel="canonical" href="https://vitrine.example/" />');
  expect(html).toContain('hreflang="x-default" href="https://vitrine.example/"');
  expect(html).toContain('hreflang="zh-TW" href="https://vitrine.example/?language=zh-TW"');
  expect(frontLinks('https://vitrine.example', 'de', true)).toContain(
    'canonical" href="https://vitrine.example/?language=de"',
  );
});
