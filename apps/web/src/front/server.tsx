import { setFigures, usualFormat } from '@vitrine/ui';
import { renderToString } from 'react-dom/server';
import { FrontPage } from './front-page.tsx';
import type { Texts } from './texts.ts';

/** The page's HTML, without anything that only the browser knows. */
export function renderFrontPage(texts: Texts, language: string): string {
  setFigures(usualFormat(language, []), language);
  return renderToString(<FrontPage texts={texts} language={language} />);
}
