import { paths } from '../lib/paths.ts';
import page from './page.module.css';
import styles from './rewards.module.css';
import type { Texts } from './texts.ts';

/** The specification's airdrop banner and its mini games, with links to the Reward Center and to the games. */
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
      <div className={`${page.glass} ${styles.pane}`}>
        <div>
          <h2 className={styles.title}>{rewards.games}</h2>
          <p className="dim">{rewards.gamesText}</p>
        </div>
        <a className={`${page.button} ${page.ghost}`} href={paths.games}>
          {rewards.gamesAction}
        </a>
      </div>
    </section>
  );
}
