import { Dialog, formatAmount } from '@vitrine/ui';
import Big from 'big.js';
import { useTranslation } from 'react-i18next';
import { plain, QUOTE_DECIMALS } from '../../../lib/decimal.ts';
import type { FuturesPosition } from '../../../lib/futures.ts';
import { coinsOf } from '../../../lib/market-names.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { ConfirmLines } from '../../../ui/authorise-dialog.tsx';
import styles from './positions.module.css';
import { daysLeft } from './term.ts';

type TermDialogProps = { readonly position: FuturesPosition; readonly onClose: () => void };

/** Shows when the minimum term of a position ends, and under which conditions the position can be closed earlier. */
export function TermDialog({ position, onClose }: TermDialogProps) {
  const { t } = useTranslation('futures');
  const { margin, name, profit, term_ends_at = 0 } = position;
  const funds = new Big(margin).div(2).round(QUOTE_DECIMALS, Big.roundDown);
  const usdt = (text: string) => `${formatAmount(text, 2)} USDT`;
  const values = { count: daysLeft(term_ends_at), target: usdt(margin), funds: usdt(plain(funds)) };
  return (
    <Dialog opened onClose={onClose} title={t('term.position', { coin: coinsOf(name).base })}>
      <div className={styles.term}>
        <p>{t('term.left', values)}</p>
        <ConfirmLines
          lines={[
            { label: t('term.ends'), value: dateTimeText(term_ends_at) },
            { label: t('term.income'), value: usdt(profit) },
            { label: t('term.target'), value: usdt(margin) },
            { label: t('term.assets'), value: usdt(plain(new Big(margin).plus(profit))) },
            { label: t('term.funds'), value: usdt(plain(funds)) },
          ]}
        />
        <p className="dim">
          {t('term.stop')} {t('term.again')}
        </p>
      </div>
    </Dialog>
  );
}
