import { Banners, PromotionTiles } from '../ui/promotions/promotions.tsx';
import { promotions } from './live.ts';
import page from './page.module.css';
import { useStore } from './store.ts';
import { fill, type Texts } from './texts.ts';

/** Operators' banners. Renders nothing if there are none. */
export function FrontBanners({ texts: { promotions: words } }: { readonly texts: Texts }) {
  const shown = useStore(promotions);
  if (!shown?.some(({ place }) => place === 'banner')) return null;
  return (
    <section className={`${page.wrap} ${page.banners}`} aria-label={words.banners}>
      <Banners promotions={shown} hideText={words.hide} untilText={(ms) => fill(words.until, { date: dateOf(ms) })} />
    </section>
  );
}

/** Operators' promotions. Renders nothing if there are none. */
export function FrontPromotions({ texts: { promotions: words } }: { readonly texts: Texts }) {
  const shown = useStore(promotions);
  if (!shown?.some(({ place }) => place === 'promotion')) return null;
  return (
    <section className={`${page.wrap} ${page.section}`} aria-labelledby="promotions">
      <div className={page.head}>
        <h2 id="promotions" className={page.title}>
          {words.title}
        </h2>
      </div>
      <PromotionTiles promotions={shown} untilText={(ms) => fill(words.until, { date: dateOf(ms) })} />
    </section>
  );
}

const dateOf = (ms: number): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' }).format(ms);
