import { Link } from '@tanstack/react-router';
import { Chip, formatExact } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../lib/addresses.ts';
import { paths } from '../../lib/paths.ts';
import { utcText } from '../../lib/times.ts';
import styles from './withdrawal-table.module.css';
import type { Withdrawal } from './withdrawals.ts';

type OneProps = { readonly withdrawal: Withdrawal };

export function Who({ withdrawal: { uid, is_verified, client_since, completed_before, completed_usdt } }: OneProps) {
  const { t } = useTranslation('withdrawals');
  return (
    <>
      <Link to={paths.client} params={{ uid }} className="link num">
        {uid}
      </Link>{' '}
      <Chip tone={is_verified ? 'ok' : 'plain'}>{t(is_verified ? 'verified' : 'unverified')}</Chip>
      <p className={`num ${styles.small}`}>
        {t('clientSince', { time: utcText(client_since) })},{' '}
        {t('history', { count: completed_before, value: formatExact(completed_usdt) })}
      </p>
    </>
  );
}

export function What({ withdrawal: { amount, coin, value_usdt, is_one_step } }: OneProps) {
  const { t } = useTranslation('withdrawals');
  return (
    <>
      <b className="num">
        {formatExact(amount)} {coin}
      </b>{' '}
      {is_one_step ? <Chip tone="note">{t('oneStep')}</Chip> : null}
      {coin === 'USDT' ? null : (
        <p className={`num ${styles.small}`}>{t('worth', { value: formatExact(value_usdt) })}</p>
      )}
    </>
  );
}

export function Where({ withdrawal: { address, network, address_label, is_internal } }: OneProps) {
  const { t } = useTranslation('withdrawals');
  return (
    <>
      <span className={`num ${styles.address}`}>{grouped(address)}</span>
      <p className={styles.small}>
        {network}
        {is_internal ? `, ${t('internal')}` : null}
        {address_label === '' ? null : `, ${t('savedAs', { label: address_label })}`}
      </p>
    </>
  );
}

export function Hints({ withdrawal: { hints, is_restricted } }: OneProps) {
  const { t } = useTranslation('withdrawals');
  return (
    <span className={styles.hints}>
      {is_restricted ? <Chip tone="bad">{t('restricted')}</Chip> : null}
      {hints.map((hint) => (
        <Chip key={hint} tone="wait">
          {t(`hint.${hint}`)}
        </Chip>
      ))}
      {hints.length === 0 && !is_restricted ? <span className="faint">{t('noHints')}</span> : null}
    </span>
  );
}
