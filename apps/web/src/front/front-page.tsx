import { Checks } from './checks.tsx';
import { Download } from './download.tsx';
import { Faq } from './faq.tsx';
import { Footer } from './footer.tsx';
import { Hero } from './hero.tsx';
import { News } from './news.tsx';
import page from './page.module.css';
import { Popular } from './popular.tsx';
import { Soon } from './soon.tsx';
import type { Texts } from './texts.ts';
import { TickerStrip } from './ticker-strip.tsx';
import { TopBar } from './top-bar.tsx';

/** The page at `/`, which is made into HTML at build time and comes to life after its first paint. */
export function FrontPage({ texts }: { readonly texts: Texts }) {
  return (
    <div className={page.page}>
      <a className={page.skip} href="#main">
        {texts.skip}
      </a>
      <TopBar texts={texts} />
      <main id="main" tabIndex={-1} className={page.main}>
        <Hero texts={texts} />
        <TickerStrip texts={texts} />
        <Popular texts={texts} />
        <Checks texts={texts} />
        <Soon texts={texts} />
        <News texts={texts} />
        <Faq texts={texts} />
        <Download texts={texts} />
      </main>
      <Footer texts={texts} />
    </div>
  );
}
