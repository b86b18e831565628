import { directionOf, formatSigned } from '@vitrine/ui';
import styles from './yearly-report-panel.module.css';

export function Gain({ amount }: { readonly amount: string }) {
  return <span className={`num ${styles[directionOf(amount)] ?? ''}`}>{formatSigned(amount, 2)}</span>;
}
