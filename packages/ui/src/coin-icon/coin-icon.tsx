import styles from './coin-icon.module.css';
import { useCoinImage } from './coin-images.ts';

/** Icons from the package cryptocurrency-icons (CC0), one file per coin in ./icons. */
const files = import.meta.glob<string>('./icons/*.svg', { eager: true, query: '?url', import: 'default' });

type CoinIconProps = { readonly coin: string; readonly size?: number };

/**
 * The icon that operators have uploaded, otherwise the app's own icon or, if it has none, the coin's first letter.
 * Hidden from screen readers, as the name is next to it.
 */
export function CoinIcon({ coin, size = 28 }: CoinIconProps) {
  const bundled = files[`./icons/${coin.toLowerCase()}.svg`];
  const url = useCoinImage(coin, bundled !== undefined) ?? bundled;
  if (url) return <img className={styles.icon} src={url} width={size} height={size} alt="" loading="lazy" />;
  return (
    <svg className={styles.letter} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="15.5" />
      <text x="16" y="16" dominantBaseline="central" textAnchor="middle">
        {coin.slice(0, 1).toUpperCase()}
      </text>
    </svg>
  );
}
