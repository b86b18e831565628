import { Chip, type Column, DataTable, EmptyState, formatExact, type Rows } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../lib/api.ts';
import { utcText } from '../../lib/times.ts';
import { ListFailure } from '../../ui/list-failure.tsx';
import styles from './signer.module.css';
import { isZero } from './treasury.ts';

export type SignerHealthResponse = CallResponse<'GET /api/v3/console/treasury/signer'>;
type SignerNetwork = SignerHealthResponse['networks'][number];

/** The signer's state, and the time at which this state began. */
export function SignerState({ answer: { state, since, is_stopped } }: { readonly answer: SignerHealthResponse }) {
  const { t } = useTranslation('treasury');
  const shown = is_stopped ? 'stopped' : state;
  return (
    <>
      <Chip tone={shown === 'reachable' ? 'ok' : 'bad'}>{t(`signer.states.${shown}`)}</Chip>{' '}
      <span className="num dim">{t('signer.since', { time: utcText(since) })}</span>
    </>
  );
}

/** Says why the signer is not signing; renders nothing if it is reachable and not stopped. */
export function SignerProblem({
  answer: { state, problem, is_stopped },
}: {
  readonly answer: Pick<SignerHealthResponse, 'state' | 'problem' | 'is_stopped'>;
}) {
  const { t } = useTranslation('treasury');
  if (state === 'reachable' && !is_stopped) return null;
  return (
    <p className={styles.problem} role="status">
      {is_stopped ? t('signer.stoppedText') : t(`signer.${state === 'fault' ? 'faultText' : 'awayText'}`, { problem })}
    </p>
  );
}

/** Per network: whether the signer's keys match our addresses, and the usage of its limits. */
export function SignerNetworks({
  data,
  onRetry,
}: {
  readonly data: Rows<SignerNetwork>;
  readonly onRetry: () => void;
}) {
  const { t } = useTranslation('treasury');
  const columns: Column<SignerNetwork>[] = [
    { key: 'network', header: t('signer.network'), render: ({ network }) => network },
    { key: 'keys', header: t('signer.keys'), render: (row) => <Keys row={row} /> },
    {
      key: 'fingerprint',
      header: t('signer.fingerprint'),
      render: ({ key_fingerprint }) => <span className="num">{key_fingerprint}</span>,
    },
    { key: 'fees', header: t('signer.fees'), align: 'end', render: (row) => <Fees row={row} /> },
    { key: 'coins', header: t('signer.used'), align: 'end', render: (row) => <Coins row={row} /> },
  ];
  return (
    <DataTable
      dense
      label={t('signer.title')}
      columns={columns}
      data={data}
      rowKey={({ network }) => network}
      card={(row) => (
        <div className={styles.card}>
          <span>
            {row.network} <Keys row={row} /> <span className="num faint">{row.key_fingerprint}</span>
          </span>
          <span className="dim">{t('signer.used')}</span>
          <Coins row={row} />
          <span className="dim">{t('signer.fees')}</span>
          <Fees row={row} />
        </div>
      )}
      pageSize={20}
      empty={<EmptyState title={t('signer.empty')} />}
      error={<ListFailure onRetry={onRetry} />}
    />
  );
}

function Keys({ row: { is_known, hot_agrees, deposits_agree } }: { readonly row: SignerNetwork }) {
  const { t } = useTranslation('treasury');
  if (!is_known) return <Chip tone="bad">{t('signer.unknownNetwork')}</Chip>;
  if (hot_agrees && deposits_agree) return <Chip tone="ok">{t('signer.agree')}</Chip>;
  return (
    <>
      {hot_agrees ? null : <Chip tone="bad">{t('signer.otherHot')}</Chip>}{' '}
      {deposits_agree ? null : <Chip tone="bad">{t('signer.otherDeposits')}</Chip>}
    </>
  );
}

function Fees({ row: { fees_used, fees_per_day, fee_coin } }: { readonly row: SignerNetwork }) {
  return <Used used={fees_used} of={fees_per_day} coin={fee_coin} />;
}

/** The coins that the signer may pay out under its policy; all other coins are used only for fees. */
function Coins({ row: { coins } }: { readonly row: SignerNetwork }) {
  return (
    <span className={styles.coins}>
      {coins
        .filter(({ per_day }) => !isZero(per_day))
        .map(({ coin, used, per_day }) => (
          <Used key={coin} used={used} of={per_day} coin={coin} />
        ))}
    </span>
  );
}

interface UsedProps {
  readonly used: string;
  readonly of: string;
  readonly coin: string;
}

/** The used part of a limit; highlighted from 80% of the limit. */
function Used({ used, of, coin }: UsedProps) {
  const { t } = useTranslation('treasury');
  const isNear = Number(used) >= Number(of) * 0.8 && !isZero(of);
  const text = (
    <span className="num">{t('signer.usedOf', { used: formatExact(used), of: formatExact(of), coin })}</span>
  );
  return isNear ? <Chip tone="wait">{text}</Chip> : text;
}
