import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { type TextFile, type TextOptions, Texts } from './texts.ts';

const files = import.meta.glob<TextFile>(
  ['../locales/*/*.json', '../../../../apps/web/src/locales/*/*.json', '../../../../apps/console/src/locales/*/*.json'],
  { import: 'default', eager: true },
);
const catalogues = Object.entries(files).map(([path, texts]) => ({
  name: path.replaceAll('../', ''),
  language: path.split('/').at(-2) ?? '',
  texts,
}));

async function textsOf(files: Readonly<Record<string, TextFile>>, language = 'en'): Promise<Texts> {
  const texts = new Texts(async (_, namespace) => files[namespace] ?? {});
  await texts.start(language);
  await texts.loadNamespaces(Object.keys(files));
  return texts;
}

/** Each text's key, and each again without its last ending, which may be that of a plural or a variant. */
const keysOf = (texts: TextFile, prefix = ''): { readonly key: string; readonly ending?: string }[] =>
  Object.entries(texts).flatMap(([name, text]) => {
    if (typeof text !== 'string') return keysOf(text as TextFile, `${prefix}${name}.`);
    const end = name.lastIndexOf('_');
    const whole = { key: prefix + name };
    return end < 0 ? [whole] : [whole, { key: prefix + name.slice(0, end), ending: name.slice(end + 1) }];
  });
const placeholders = (texts: TextFile): Record<string, string> =>
  Object.fromEntries([...JSON.stringify(texts).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [name, `<${name}>`]));

test.each(catalogues)('the texts of $name are those of i18next, in all plurals and variants', async (catalogue) => {
  const { language, texts } = catalogue;
  const i18next = createInstance();
  await i18next.init({
    lng: language,
    fallbackLng: false,
    ns: ['common'],
    resources: { [language]: { common: texts } },
    interpolation: { escapeValue: false },
  });
  const ours = await textsOf({ common: texts }, language);
  const values = placeholders(texts);
  const calls = keysOf(texts).flatMap(({ key, ending }): [string, Record<string, unknown>][] => [
    [key, values],
    [key, { context: 'unknown', replace: values, count: 1 }],
    ...(ending === undefined ? [] : [[key, { ...values, context: ending }] as [string, Record<string, unknown>]]),
    ...(ending === undefined ? [] : [0, 1, 2, 5, 1_000_000]).map((count): [string, Record<string, unknown>] => [
      key,
      { ...values, count },
    ]),
  ]);
  const answers = (t: (key: string, options: object) => unknown) =>
    calls.map(([key, options]) => [key, options, t(key, options)]);
  expect(answers((key, options) => ours.t(key, options as TextOptions))).toEqual(
    answers((key, options) => i18next.t(key, options as { count?: number })),
  );
});

test('the plural of a language without a singular is found', async () => {
  expect((await textsOf({ common: { days_other: '{{count}}日' } }, 'ja')).t('days', { count: 1 })).toBe('1日');
});

test('a key without a text is returned itself, or the default text in its place', async () => {
  const texts = await textsOf({ common: { known: 'Known' } });
  expect([texts.t('unknown'), texts.t('unknown', { defaultValue: 'as sent' })]).toEqual(['unknown', 'as sent']);
  expect([texts.exists('common:known'), texts.exists('common:unknown')]).toEqual([true, false]);
});

test('a key may name its namespace, and a prefix applies to the others', async () => {
  const texts = await textsOf({ common: { close: 'Close' }, trade: { side: { BUY: 'Buy' } } });
  expect(texts.getFixedT(null, ['trade', 'common'], 'side')('BUY')).toBe('Buy');
  expect(texts.t('trade:side.BUY')).toBe('Buy');
  expect(texts.getFixedT(null, ['trade', 'common'])('close')).toBe('Close');
});

test('placeholders without a value are left out, and values are not filled in again', async () => {
  const texts = await textsOf({ common: { text: '{{a}} and {{b}}' } });
  expect(texts.t('text', { a: '{{b}}' } as object)).toBe('{{b}} and ');
});

test('the function for a namespace is the same in each render', async () => {
  const texts = await textsOf({});
  expect(texts.getFixedT(null, ['trade'])).toBe(texts.getFixedT(null, ['trade']));
  expect(texts.getFixedT(null, ['trade'])).not.toBe(texts.getFixedT(null, ['trade'], 'side'));
});

test('the common texts of English are there at once', () => {
  const texts = new Texts(() => Promise.reject(new Error('no connection')));
  void texts.start('en', { close: 'Close' });
  expect(texts.t('close')).toBe('Close');
});

test('a namespace is loaded once, and again after a failure', async () => {
  const loaded: string[] = [];
  const texts = new Texts(async (language, namespace) => {
    loaded.push(`${language}/${namespace}`);
    if (loaded.length === 2) throw new Error('no connection');
    return { name: namespace };
  });
  await texts.start('de');
  await expect(texts.loadNamespaces('trade')).rejects.toThrow('no connection');
  expect(texts.hasLoaded(['trade'])).toBe(false);
  await Promise.all([texts.loadNamespaces('trade'), texts.loadNamespaces(['trade'])]);
  expect(loaded).toEqual(['de/common', 'de/trade', 'de/trade']);
  expect([texts.t('trade:name'), texts.hasLoaded(['trade'])]).toEqual(['trade', true]);
});
