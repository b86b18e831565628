import { formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../lib/trading/decimal.ts';
import styles from './confirm-withdrawal.module.css';

type ArrivesSumProps = {
  readonly sum: {
    readonly withdraw_amount: string;
    readonly gasfee: string;
    readonly received_amount: string;
    readonly coin: string;
  };
};

/** Amount less fee is what arrives, as the exchange has computed it. */
export function ArrivesSum({ sum }: ArrivesSumProps) {
  const { t } = useTranslation('withdraw');
  const text = (amount: string) => formatPrice(trimZeros(amount));
  return (
    <dl className={`num ${styles.sum}`} aria-label={t('sum.label')}>
      <div>
        <dt>{t('sum.amount')}</dt>
        <dd>{text(sum.withdraw_amount)}</dd>
      </div>
      <span aria-hidden="true">−</span>
      <div>
        <dt>{t('sum.fee')}</dt>
        <dd>{text(sum.gasfee)}</dd>
      </div>
      <span aria-hidden="true">=</span>
      <div>
        <dt>{t('sum.arrives')}</dt>
        <dd>
          {text(sum.received_amount)} {sum.coin}
        </dd>
      </div>
    </dl>
  );
}
