import { Chip, formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../../lib/decimal.ts';
import type { Deposit } from '../../../lib/deposits.ts';
import styles from './deposit.module.css';

/** Up to this many blocks are drawn individually; more become a bar. */
const MOST_BLOCKS = 24;

/**
 * The progress of a pending deposit, block by block: the confirmations after which it is credited, and those after
 * which it is available.
 */
export function DepositProgress({ deposit }: { readonly deposit: Deposit }) {
  const { t } = useTranslation('deposit');
  const { confirmations, unlock_confirmations: unlock, coin } = deposit;
  const done = Math.min(confirmations, unlock);
  return (
    <li className={styles.progress}>
      <div className={styles.progressHead}>
        <b className="num">
          {formatPrice(trimZeros(deposit.amount))} {coin}
        </b>
        <Chip tone="wait">{t('progress.of', { done, unlock })}</Chip>
      </div>
      <Blocks deposit={deposit} done={done} />
      <div className={styles.progressFoot}>
        <span>{t(`status.${deposit.status}`)}</span>
        <span>{t('progress.after', { count: unlock })}</span>
      </div>
    </li>
  );
}

function Blocks({ deposit, done }: { readonly deposit: Deposit; readonly done: number }) {
  const { t } = useTranslation('deposit');
  const { unlock_confirmations: unlock, credit_confirmations: credit } = deposit;
  const parts = Math.min(unlock, MOST_BLOCKS);
  const filled = Math.floor((done * parts) / Math.max(1, unlock));
  return (
    <div
      className={styles.blocks}
      role="progressbar"
      aria-label={t('progress.label')}
      aria-valuemin={0}
      aria-valuemax={unlock}
      aria-valuenow={done}
    >
      {Array.from({ length: parts }, (_, index) => {
        const isCredit = index === Math.max(0, Math.ceil((credit * parts) / Math.max(1, unlock)) - 1);
        return (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: a block is identified by its position
            key={index}
            data-filled={index < filled || undefined}
            data-newest={index === filled - 1 || undefined}
            data-credit={(isCredit && index < filled) || undefined}
          />
        );
      })}
    </div>
  );
}
