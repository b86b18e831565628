import { Link } from '@tanstack/react-router';
import { formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../../lib/api.ts';
import { trimZeros } from '../../../lib/decimal.ts';
import { paths } from '../../../lib/paths.ts';
import styles from './frozen-causes.module.css';

type FrozenCause = CallResponse<'GET /api/v3/wallet-balance'>['wallet']['causes'][number];

type FrozenCausesProps = { readonly coin: string; readonly causes: readonly FrozenCause[] };

/** Why part of a coin cannot be used: each cause with its amount, and a link to track or end it. */
export function FrozenCauses({ coin, causes }: FrozenCausesProps) {
  const { t } = useTranslation('wallet');
  return (
    <ul className={`num ${styles.causes}`} aria-label={t('frozen.why', { coin })}>
      {causes.map(({ cause, amount, count }) => (
        <li key={cause}>
          <CauseLink coin={coin} cause={cause} text={t(`frozen.${cause}`, { count })} />
          <b>
            {formatPrice(trimZeros(amount))} {coin}
          </b>
        </li>
      ))}
    </ul>
  );
}

type CauseLinkProps = { readonly coin: string; readonly cause: FrozenCause['cause']; readonly text: string };

function CauseLink({ coin, cause, text }: CauseLinkProps) {
  switch (cause) {
    case 'orders':
      return (
        <Link to={paths.spot} params={{ coin: coin === 'USDT' ? 'BTC' : coin }} className="link">
          {text}
        </Link>
      );
    case 'convert':
      return (
        <Link to={paths.convert} search={{ from: coin }} className="link">
          {text}
        </Link>
      );
    case 'other':
      return text;
    default:
      return (
        <Link to={paths.history} search={{ tab: cause, coin, state: 'pending' }} className="link">
          {text}
        </Link>
      );
  }
}
