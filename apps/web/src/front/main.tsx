import './front.css';
import { setFigures, usualFormat } from '@vitrine/ui';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { FrontPage } from './front-page.tsx';
import { startLive } from './live.ts';
import { scrollToHash } from './scroll-to-hash.ts';
import { TEXTS_ID, type Texts } from './texts.ts';

const root = document.getElementById('root');
if (!root) throw new Error('front.html has no #root element');

const language = document.documentElement.lang;
// The HTML was rendered in the language's default number format; the reader's regional format is applied later.
setFigures(usualFormat(language, []), language);

const texts = await textsOfPage();
const whole = <FrontPage texts={texts} language={language} />;
startTransition(() => {
  // In development, there is no prerendered HTML.
  if (root.firstElementChild) hydrateRoot(root, whole);
  else createRoot(root).render(whole);
});
requestAnimationFrame(() => {
  startLive();
  scrollToHash();
});
// Lets the installed app open offline.
if ('serviceWorker' in navigator && !import.meta.env.DEV)
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));

async function textsOfPage(): Promise<Texts> {
  // In development, the page contains no texts, so they are imported.
  if (import.meta.env.DEV) return (await import('../locales/en/front.json', { with: { type: 'json' } })).default;
  return JSON.parse(document.getElementById(TEXTS_ID)?.textContent ?? '{}') as Texts;
}
