import { Button } from '@mantine/core';
import { IconLeaf } from '@tabler/icons-react';
import { CoinAmount, CoinName, type Column, DataTable, EmptyState, LoadFailed } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dateTimeText } from '../../../lib/when.ts';
import { type EarnStake, useStakes } from '../shared/earn-data.ts';
import { useTermName } from '../shared/use-terms.ts';
import { RedeemDialog } from './redeem-dialog.tsx';
import { RenewSwitch } from './renew-switch.tsx';
import styles from './stakes.module.css';
import { UnlockDialog } from './unlock-dialog.tsx';

const ROWS = 20;

type Act = (stake: EarnStake) => void;

/** The client's subscriptions, with the available actions. */
export function OwnStakes({ emptyAction, rows = ROWS }: { readonly emptyAction: ReactNode; readonly rows?: number }) {
  const { t } = useTranslation('earn');
  const { data, isError, refetch } = useStakes();
  const [acted, setActed] = useState<EarnStake>();
  const columns = useColumns(setActed);
  const close = () => setActed(undefined);
  const failed = <LoadFailed title={t('stakes.failed')} onRetry={() => void refetch()} />;
  if (isError && data === undefined) return failed;
  return (
    <div className={styles.list}>
      <DataTable
        label={t('stakes.label')}
        columns={columns}
        data={data === undefined ? { status: 'pending' } : { status: 'success', rows: data.earnStaking }}
        rowKey={({ id }) => String(id)}
        pageSize={rows}
        pageLabel={(page) => t('products.page', { page })}
        card={(stake) => <StakeCard stake={stake} onAct={setActed} />}
        skeletonRows={3}
        empty={
          <EmptyState
            size="page"
            icon={IconLeaf}
            caption={t('stakes.none')}
            title={t('stakes.noneText')}
            action={emptyAction}
            role="status"
          />
        }
        error={failed}
      />
      {acted?.type === 'FLEXI_LOCK' ? <RedeemDialog stake={acted} onClose={close} /> : null}
      {acted?.type === 'STAKE_LOCK' ? <UnlockDialog stake={acted} onClose={close} /> : null}
    </div>
  );
}

function useColumns(onAct: Act): readonly Column<EarnStake>[] {
  const { t } = useTranslation('earn');
  return [
    {
      key: 'coin',
      header: t('stakes.coin'),
      render: (stake) => <CoinName coin={stake.name} about={<Kind stake={stake} />} />,
    },
    {
      key: 'balance',
      header: t('stakes.balance'),
      align: 'end',
      render: ({ balance, name }) => <CoinAmount amount={balance} coin={name} />,
    },
    { key: 'apr', header: t('stakes.apr'), align: 'end', render: ({ apr }) => <span className="num">{apr}%</span> },
    {
      key: 'earned',
      header: t('stakes.earned'),
      align: 'end',
      render: (stake) => <Earned stake={stake} />,
    },
    { key: 'state', header: t('stakes.state'), render: (stake) => <State stake={stake} /> },
    { key: 'act', header: '', align: 'end', render: (stake) => <Actions stake={stake} onAct={onAct} /> },
  ];
}

function Kind({ stake: { type, duration } }: { readonly stake: EarnStake }) {
  const { t } = useTranslation('earn');
  const termName = useTermName();
  return t(`stakes.type.${type}`, { term: termName(duration) });
}

const Earned = ({ stake: { earned, name } }: { readonly stake: EarnStake }) => (
  <span className={styles.earned}>
    <CoinAmount amount={earned} coin={name} signed />
  </span>
);

/** The state of the subscription, and its next event. */
function State({ stake }: { readonly stake: EarnStake }) {
  const { t } = useTranslation('earn');
  return (
    <span className={styles.state}>
      {stake.ended_because === undefined ? t(`stakes.states.${stake.state}`) : t(`stakes.ends.${stake.ended_because}`)}
      <small>
        <Next stake={stake} />
      </small>
    </span>
  );
}

function Next({
  stake: { state, balance, name, rest_due, date_end, ended_at, next_posting },
}: {
  readonly stake: EarnStake;
}) {
  const { t } = useTranslation('earn');
  if (state === 'ENDED') return ended_at === undefined ? null : dateTimeText(ended_at);
  if (rest_due !== undefined) return t('stakes.rest', { amount: balance, coin: name, time: dateTimeText(rest_due) });
  if (date_end !== undefined) return t('stakes.until', { time: dateTimeText(date_end) });
  return next_posting === undefined ? null : t('stakes.next', { time: dateTimeText(next_posting) });
}

function Actions({ stake, onAct }: { readonly stake: EarnStake; readonly onAct: Act }) {
  const { t } = useTranslation('earn');
  if (stake.state !== 'RUNNING') return null;
  const act = stake.type === 'FLEXI_LOCK' ? 'redeem' : 'unlock';
  return (
    <span className={styles.actions}>
      {act === 'unlock' ? <RenewSwitch stake={stake} /> : null}
      <Button
        size="sm"
        variant="default"
        aria-label={t(`stakes.${act}Of`, { coin: stake.name })}
        onClick={() => onAct(stake)}
      >
        {t(`stakes.${act}`)}
      </Button>
    </span>
  );
}

function StakeCard({ stake, onAct }: { readonly stake: EarnStake; readonly onAct: Act }) {
  return (
    <div className={styles.card}>
      <div>
        <CoinName coin={stake.name} about={<Kind stake={stake} />} />
        <Actions stake={stake} onAct={onAct} />
      </div>
      <div>
        <CoinAmount amount={stake.balance} coin={stake.name} />
        <Earned stake={stake} />
      </div>
      <State stake={stake} />
    </div>
  );
}
