import { paths } from '../lib/paths.ts';
import page from './page.module.css';
import styles from './soon.module.css';
import type { Texts } from './texts.ts';

const tiles = [
  ['card', 'cardText', 0],
  ['p2p', 'p2pText', 1],
] as const;

/** Features that are announced and not available yet. */
export function Soon({ texts: { soon } }: { readonly texts: Texts }) {
  return (
    <section className={`${page.wrap} ${page.section}`}>
      <div className={page.head}>
        <h2 className={page.title}>{soon.title}</h2>
      </div>
      <ul className={styles.tiles}>
        {tiles.map(([title, text, picture]) => (
          <li key={title} className={page.glass}>
            <a href={paths.pageUnavailable}>
              <Panes lit={picture} />
              <span className={page.chip}>{soon.mark}</span>
              <h3>{soon[title]}</h3>
              <p>{soon[text]}</p>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const COUNT = 5;

/** Panes of increasing height, one of them highlighted. */
function Panes({ lit }: { readonly lit: number }) {
  return (
    <svg className={styles.panes} width="240" height="170" viewBox="0 0 240 170" aria-hidden="true">
      {Array.from({ length: COUNT }, (_, index) => {
        const [x, y, height] = [14 + index * 42, 150 - index * 22, 40 + index * 24];
        return <path key={x} data-lit={index === lit + 2 || undefined} d={`M${x} ${y}l38 -6v${height}l-38 6z`} />;
      })}
    </svg>
  );
}
