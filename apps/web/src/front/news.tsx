import { paths } from '../lib/paths.ts';
import { news } from './live.ts';
import styles from './news.module.css';
import { NewsArt } from './news-art.tsx';
import page from './page.module.css';
import { useStore } from './store.ts';
import type { Texts } from './texts.ts';

/** The newest articles published by operators. Renders nothing if there are none, or if they cannot be loaded. */
export function News({ texts }: { readonly texts: Texts }) {
  const items = useStore(news);
  if (!items || items.length === 0) return null;
  const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' });
  return (
    <section className={`${page.wrap} ${page.section}`} aria-labelledby="news">
      <div className={page.head}>
        <h2 id="news" className={page.title}>
          {texts.news.title}
        </h2>
        <span className="dim">{texts.news.lead}</span>
      </div>
      <ul className={styles.list} data-count={items.length}>
        {items.map(({ id, title, body, kind, time, imageurl, image_alt }, index) => (
          <li key={id}>
            {imageurl === '' ? (
              <NewsArt seed={id} isLarge={index === 0} />
            ) : (
              <img src={imageurl} alt={image_alt} width={1600} height={900} loading="lazy" decoding="async" />
            )}
            <h3>
              <a href={paths.news.replace('$id', String(id))}>{title}</a>
            </h3>
            {index === 0 ? <p>{body.split(/\n\s*\n/)[0]}</p> : null}
            <small>
              {texts.news.kinds[kind]} · <time dateTime={new Date(time).toISOString()}>{date.format(time)}</time>
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
