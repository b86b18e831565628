import { IconScale } from '@tabler/icons-react';
import { CoinAmount, CoinName, type Column, DataTable, EmptyState, formatExact, LoadFailed } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../../lib/decimal.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { type DualInvestment, useDuals } from '../shared/dual-data.ts';
import styles from './dual.module.css';

const ROWS = 20;

/** The client's dual investments, running and ended. */
export function OwnDuals() {
  const { t } = useTranslation('earn');
  const { data, isError, refetch } = useDuals();
  const columns = useColumns();
  const failed = <LoadFailed title={t('dual.ownFailed')} onRetry={() => void refetch()} />;
  if (isError && data === undefined) return failed;
  return (
    <div className={styles.list}>
      <DataTable
        label={t('dual.own')}
        columns={columns}
        data={data === undefined ? { status: 'pending' } : { status: 'success', rows: data.investments }}
        rowKey={({ id }) => String(id)}
        pageSize={ROWS}
        pageLabel={(page) => t('products.page', { page })}
        card={(dual) => <DualCard dual={dual} />}
        skeletonRows={2}
        empty={
          <EmptyState
            size="page"
            icon={IconScale}
            caption={t('dual.ownNone')}
            title={t('dual.ownNoneText')}
            role="status"
          />
        }
        error={failed}
      />
    </div>
  );
}

function useColumns(): readonly Column<DualInvestment>[] {
  const { t } = useTranslation('earn');
  return [
    { key: 'coin', header: t('stakes.coin'), render: (dual) => <Coin dual={dual} /> },
    {
      key: 'amount',
      header: t('dual.deposited'),
      align: 'end',
      render: ({ amount, deposit }) => <CoinAmount amount={amount} coin={deposit.name} />,
    },
    { key: 'strike', header: t('dual.strike'), align: 'end', render: (dual) => <Strike dual={dual} /> },
    { key: 'outcomes', header: t('dual.youReceive'), align: 'end', render: (dual) => <Receives dual={dual} /> },
    { key: 'state', header: t('stakes.state'), render: (dual) => <State dual={dual} /> },
  ];
}

function Coin({ dual: { name, side, apr, days } }: { readonly dual: DualInvestment }) {
  const { t } = useTranslation('earn');
  const about = `${t(`dual.sides.${side}`)} · ${t('dual.rateFor', { apr, count: days })}`;
  return <CoinName coin={name} about={about} />;
}

/** The strike and, once decided, the settlement price. */
function Strike({
  dual: { strike, settlement_price, settled_minutes, settled_from },
}: {
  readonly dual: DualInvestment;
}) {
  const { t } = useTranslation('earn');
  return (
    <span className={`num ${styles.two}`}>
      {formatExact(trimZeros(strike))} USDT
      {settlement_price === undefined ? null : (
        <small title={t('dual.settledFrom', { count: settled_minutes ?? 0, time: dateTimeText(settled_from ?? 0) })}>
          {t('dual.settledAt', { price: formatExact(trimZeros(settlement_price)) })}
        </small>
      )}
    </span>
  );
}

/** What was received or, before the settlement, both possible amounts. */
function Receives({ dual }: { readonly dual: DualInvestment }) {
  const { t } = useTranslation('earn');
  const { returned, converted, deposit, other, outcome, side } = dual;
  const kept = `${formatExact(trimZeros(returned))} ${deposit.name}`;
  const sold = `${formatExact(trimZeros(converted))} ${other.name}`;
  if (outcome !== undefined) return <b className="num">{outcome === 'converted' ? sold : kept}</b>;
  const [below, above] = side === 'SELL_HIGH' ? [kept, sold] : [sold, kept];
  return (
    <span className={`num ${styles.two}`}>
      <span>{t('dual.below', { amount: below })}</span>
      <span>{t('dual.above', { amount: above })}</span>
    </span>
  );
}

function State({ dual: { state, outcome, expires_at, ended_at, waits_until } }: { readonly dual: DualInvestment }) {
  const { t } = useTranslation('earn');
  const time = dateTimeText(ended_at ?? expires_at);
  return (
    <span className={styles.two}>
      {outcome === undefined ? t(`dual.states.${state}`) : t(`dual.ends.${outcome}`)}
      <small>
        {waits_until === undefined
          ? outcome === undefined
            ? t('dual.until', { time })
            : time
          : t('dual.waits', { time: dateTimeText(waits_until) })}
      </small>
    </span>
  );
}

function DualCard({ dual }: { readonly dual: DualInvestment }) {
  return (
    <div className={styles.card}>
      <div>
        <Coin dual={dual} />
        <CoinAmount amount={dual.amount} coin={dual.deposit.name} />
      </div>
      <div>
        <Strike dual={dual} />
        <Receives dual={dual} />
      </div>
      <State dual={dual} />
    </div>
  );
}
