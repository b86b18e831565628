import { BrandMark } from '@vitrine/ui';
import { DEFAULT_COIN, paths } from '../lib/paths.ts';
import { downloads } from './downloads.ts';
import styles from './footer.module.css';
import { LanguageChoice } from './language-choice.tsx';
import { figures, log } from './live.ts';
import { formatInteger } from './numbers.ts';
import { useIsSandbox } from './sandbox.ts';
import { useStore } from './store.ts';
import { fill, type Texts } from './texts.ts';

/** Lists only pages that exist. */
const columns = [
  {
    title: 'markets',
    links: [
      ['allCoins', paths.markets],
      ['pos', paths.marketsPos],
      ['pow', paths.marketsPow],
      ['innovation', paths.marketsInnovation],
      ['data', paths.tradingData],
    ],
  },
  {
    title: 'trade',
    links: [
      ['spot', paths.spot.replace('$coin', DEFAULT_COIN)],
      ['futures', paths.futures.replace('$coin', DEFAULT_COIN)],
      ['convert', paths.convert],
      ['buy', paths.buy],
      ['earn', paths.simpleEarn],
      ['fees', paths.feeRate],
    ],
  },
  {
    title: 'account',
    links: [
      ['wallet', paths.wallet],
      ['history', paths.history],
      ['rewards', paths.rewards],
      ['referral', paths.referral],
      ['identity', paths.verificationOverview],
      ['security', paths.security],
    ],
  },
  {
    title: 'support',
    links: [
      ['contact', paths.contact],
      ['about', paths.about],
      ['terms', paths.terms],
      ['privacy', paths.privacy],
    ],
  },
] as const;

export function Footer({ texts, language }: { readonly texts: Texts; readonly language: string }) {
  const { footer } = texts;
  const isSandbox = useIsSandbox();
  const position = Math.max(useStore(log).position, useStore(figures)?.position ?? 0);
  return (
    <footer className={styles.footer} id="footer">
      <div className={styles.columns}>
        <div>
          <span className={styles.brand}>
            <BrandMark size={26} />
            {texts.brand}
          </span>
          {footer.claim}
          <LanguageChoice texts={texts} language={language} className={styles.language} />
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={footer[title]}>
            <p>{footer[title]}</p>
            {links.map(([text, href]) => (
              <a key={text} href={href}>
                {footer[text]}
              </a>
            ))}
          </nav>
        ))}
        <nav aria-label={footer.apps}>
          <p>{footer.apps}</p>
          <a href={downloads.android} target="_blank" rel="noopener">
            {footer.android}
          </a>
          <a href={downloads.ios} target="_blank" rel="noopener">
            {footer.ios}
          </a>
        </nav>
      </div>
      <div className={`num ${styles.end}`} id="bottom">
        <span>{isSandbox ? footer.sandbox : ''}</span>
        <span>{position === 0 ? '' : fill(footer.position, { position: formatInteger(position) })}</span>
      </div>
    </footer>
  );
}
