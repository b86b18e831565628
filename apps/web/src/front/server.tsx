import { renderToString } from 'react-dom/server';
import { FrontPage } from './front-page.tsx';
import type { Texts } from './texts.ts';

/** The page's HTML, without anything that only the browser can know. */
export const renderFrontPage = (texts: Texts): string => renderToString(<FrontPage texts={texts} />);
