import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatInteger } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call } from '../../../lib/api.ts';
import styles from './proof-pane.module.css';

type Sums = CallResponse<'GET /api/v3/ledger-sums'>;

const SHOWN = ['BTC', 'ETH', 'USDT'];
const isZero = (text: string) => !/[1-9]/.test(text);

/** The front page's proof: the ledger's own sums, fetched live. */
export function ProofPane() {
  const { t } = useTranslation('home');
  const { data, isError } = useQuery({
    queryKey: ['ledger-sums'],
    queryFn: ({ signal }) => call('GET /api/v3/ledger-sums', { signal }),
    refetchInterval: 30_000,
  });
  return (
    <div className={`num ${styles.pane}`}>
      <p className={styles.label}>{t('proof.label')}</p>
      {data ? <Proof sums={data} /> : <p className={styles.big}>–</p>}
      {data ? null : <p className={styles.quiet}>{t(isError ? 'proof.failed' : 'proof.waiting')}</p>}
    </div>
  );
}

function Proof({ sums: { assets, position, state_hash, state_hash_position } }: { readonly sums: Sums }) {
  const { t } = useTranslation('home');
  const wrong = assets.filter(({ sum }) => !isZero(sum)).length;
  const rows = SHOWN.flatMap((coin) => assets.find((asset) => asset.coin === coin) ?? []);
  return (
    <>
      <p className={styles.big}>{wrong === 0 ? '0' : wrong}</p>
      <p className={styles.quiet}>
        {wrong === 0 ? t('proof.caption', { count: assets.length }) : t('proof.nonzero', { count: wrong })}{' '}
        <b>#{formatInteger(position)}</b>
      </p>
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">{t('proof.coin')}</th>
            <th scope="col">{t('proof.owed')}</th>
            <th scope="col">{t('proof.sum')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ coin, owed_to_clients, sum }) => (
            <tr key={coin}>
              <th scope="row">{coin}</th>
              <td>{formatAmount(owed_to_clients, 4)}</td>
              <td>{isZero(sum) ? '0' : sum}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {state_hash !== undefined && state_hash_position !== undefined ? (
        <footer className={styles.foot}>
          <span>{t('proof.hash', { position: formatInteger(state_hash_position) })}</span>
          <code>{state_hash.slice(0, 20)}</code>
        </footer>
      ) : null}
    </>
  );
}
