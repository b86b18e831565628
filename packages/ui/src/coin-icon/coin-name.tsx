import type { ReactNode } from 'react';
import { CoinIcon } from './coin-icon.tsx';
import styles from './coin-name.module.css';

type CoinNameProps = {
  readonly coin: string;
  readonly size?: number;
  /** Shown below the ticker, such as the coin's full name. */
  readonly about?: ReactNode;
};

/** A coin at the start of a table row. */
export function CoinName({ coin, size = 28, about }: CoinNameProps) {
  return (
    <span className={styles.coin}>
      <CoinIcon coin={coin} size={size} />
      <span>
        <b>{coin}</b>
        {about === undefined ? null : <small>{about}</small>}
      </span>
    </span>
  );
}
