import { outsideNews } from './live.ts';
import styles from './outside-news.module.css';
import page from './page.module.css';
import { useStore } from './store.ts';
import { fill, type Texts } from './texts.ts';

/** News of another publisher, labeled as such. Renders nothing if there is none. */
export function OutsideNews({ texts: { news: words } }: { readonly texts: Texts }) {
  const outside = useStore(outsideNews);
  if (!outside?.source || outside.items.length === 0) return null;
  const { source, items } = outside;
  const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' });
  return (
    <section className={`${page.wrap} ${styles.outside}`} aria-labelledby="outside">
      <div className={page.head}>
        <h3 id="outside" className={styles.title}>
          {fill(words.outside, { source: source.name })}
        </h3>
        <span className="dim">
          {words.outsideLead}{' '}
          <a className="link" href={source.url} target="_blank" rel="noopener nofollow">
            {new URL(source.url).hostname} ↗
          </a>
        </span>
      </div>
      <ul className={styles.list}>
        {items.map(({ title, summary, url, time }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener nofollow">
              {title} ↗
            </a>
            <p>{summary}</p>
            <small>
              {source.name} · <time dateTime={new Date(time).toISOString()}>{date.format(time)}</time>
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
