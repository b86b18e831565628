import { directionOf, formatCompact } from '@vitrine/ui';
import styles from './trading-data.module.css';

/** A compact amount with its sign, and the color of a gain or loss. */
export function SignedText({ value, after = '' }: { readonly value: string; readonly after?: string }) {
  const direction = directionOf(value);
  return (
    <span className={styles[direction]}>
      {direction === 'up' ? '+' : ''}
      {Number(value) === 0 ? '0' : formatCompact(value)}
      {after}
    </span>
  );
}
