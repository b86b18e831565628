import { useEffect } from 'react';
import { Chat } from './chat.tsx';
import { Checks } from './checks.tsx';
import { Download } from './download.tsx';
import { Faq } from './faq.tsx';
import { Footer } from './footer.tsx';
import { Hero } from './hero.tsx';
import { News } from './news.tsx';
import { followReader } from './numbers.ts';
import { OutsideNews } from './outside-news.tsx';
import page from './page.module.css';
import { Popular } from './popular.tsx';
import { FrontBanners, FrontPromotions } from './promotions.tsx';
import { Rewards } from './rewards.tsx';
import { Soon } from './soon.tsx';
import type { Texts } from './texts.ts';
import { TickerStrip } from './ticker-strip.tsx';
import { TopBar } from './top-bar.tsx';

/** The page at `/`, rendered to HTML at build time and hydrated after the first paint. */
export function FrontPage({ texts, language }: { readonly texts: Texts; readonly language: string }) {
  useEffect(() => followReader(language), [language]);
  return (
    <div className={page.page}>
      <a className={page.skip} href="#main">
        {texts.skip}
      </a>
      <TopBar texts={texts} language={language} />
      <main id="main" tabIndex={-1} className={page.main}>
        <Hero texts={texts} />
        <TickerStrip texts={texts} />
        <FrontBanners texts={texts} />
        <Popular texts={texts} />
        <FrontPromotions texts={texts} />
        <Checks texts={texts} />
        <Rewards texts={texts} />
        <Soon texts={texts} />
        <News texts={texts} />
        <OutsideNews texts={texts} />
        <Faq texts={texts} />
        <Download texts={texts} />
      </main>
      <Footer texts={texts} language={language} />
      <Chat texts={texts} language={language} />
    </div>
  );
}
