import { use } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { provideTexts, useTranslation } from './react-texts.tsx';
import { Texts } from './texts.ts';

vi.mock('react', async (original) => ({ ...(await original<typeof import('react')>()), use: vi.fn() }));

let texts: Texts;
beforeEach(async () => {
  vi.mocked(use).mockClear();
  texts = new Texts(async () => ({ title: 'Title' }));
  provideTexts(texts);
  await texts.start('en', {});
});

test('a component that has waited for its texts waits for the same promise when it is rendered with them', async () => {
  useTranslation('late');
  const [promise] = vi.mocked(use).mock.lastCall ?? [];
  await promise;
  expect(texts.hasLoaded(['late'])).toBe(true);
  useTranslation('late');
  expect(vi.mocked(use).mock.calls).toEqual([[promise], [promise]]);
});

test('a component whose texts have loaded before waits for nothing', async () => {
  await texts.loadNamespaces('early');
  useTranslation('early');
  expect(use).not.toHaveBeenCalled();
});
