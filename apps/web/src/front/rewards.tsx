import { paths } from '../lib/paths.ts';
import page from './page.module.css';
import styles from './rewards.module.css';
import type { Texts } from './texts.ts';

/** The specification's airdrop banner, with a link to the Reward Center. */
export function Rewards({ texts: { rewards } }: { readonly texts: Texts }) {
  return (
    <section className={`${page.wrap} ${page.section}`} aria-labelledby="rewards">
      <div className={`${page.glass} ${styles.pane}`}>
        <div>
          <h2 id="rewards" className={styles.title}>
            {rewards.title}
          </h2>
          <p className="dim">{rewards.text}</p>
        </div>
        <a className={`${page.button} ${page.ghost}`} href={paths.rewards}>
          {rewards.action}
        </a>
      </div>
    </section>
  );
}
