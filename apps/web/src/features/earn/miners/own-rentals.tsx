import { IconCpu } from '@tabler/icons-react';
import { CoinName, type Column, DataTable, EmptyState, formatAmount, LoadFailed } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { dateText, dateTimeText } from '../../../lib/when.ts';
import { BreakEven } from '../shared/break-even.tsx';
import { CoinText } from '../shared/coin-text.tsx';
import { type Rental, useMinings } from '../shared/miner-data.ts';
import styles from './miners.module.css';

const ROWS = 10;

/** The client's rentals, with what each has paid. */
export function OwnRentals() {
  const { t } = useTranslation('earn');
  const { data, isError, refetch } = useMinings();
  const columns = useColumns();
  const failed = <LoadFailed title={t('miner.ownFailed')} onRetry={() => void refetch()} />;
  if (isError && data === undefined) return failed;
  return (
    <div className={styles.list}>
      <DataTable
        label={t('miner.own')}
        columns={columns}
        data={data === undefined ? { status: 'pending' } : { status: 'success', rows: data.miners }}
        rowKey={({ id }) => String(id)}
        pageSize={ROWS}
        pageLabel={(page) => t('products.page', { page })}
        card={(rental) => <RentalCard rental={rental} />}
        skeletonRows={2}
        empty={
          <EmptyState
            size="page"
            icon={IconCpu}
            caption={t('miner.ownNone')}
            title={t('miner.ownNoneText')}
            role="status"
          />
        }
        error={failed}
      />
    </div>
  );
}

type RentalProps = { readonly rental: Rental };

function useColumns(): readonly Column<Rental>[] {
  const { t } = useTranslation('earn');
  return [
    { key: 'coin', header: t('products.coin'), render: (rental) => <Name rental={rental} /> },
    {
      key: 'daily',
      header: t('miner.output'),
      align: 'end',
      render: ({ daily_output, name }) => <CoinText amount={daily_output} coin={name} />,
    },
    { key: 'received', header: t('miner.received'), align: 'end', render: (rental) => <Received rental={rental} /> },
    { key: 'even', header: t('miner.breakEven'), render: (rental) => <BreakEven terms={rental} /> },
    { key: 'state', header: t('miner.state'), render: (rental) => <State rental={rental} /> },
  ];
}

function Name({ rental: { name, price, price_coin } }: RentalProps) {
  return <CoinName coin={name} about={<CoinText amount={price} coin={price_coin} />} />;
}

function Received({ rental: { accrued, accrued_value_usdt, name } }: RentalProps) {
  const { t } = useTranslation('earn');
  return (
    <span className={styles.received}>
      <CoinText amount={accrued} coin={name} signed />
      <small className="num">{t('miner.worth', { value: formatAmount(accrued_value_usdt, 2) })}</small>
    </span>
  );
}

/** The progress of the rental, and its next event. */
function State({ rental: { state, day, days, date_end, next_output } }: RentalProps) {
  const { t } = useTranslation('earn');
  return (
    <span className={styles.state}>
      {t(`miner.states.${state}`)}, {t('miner.progress', { day, days })}
      <i className={styles.progress} aria-hidden="true">
        <i className={styles.done} style={{ width: `${(100 * day) / days}%` }} />
      </i>
      <small>
        {next_output === undefined
          ? t('miner.until', { date: dateText(date_end) })
          : t('miner.next', { time: dateTimeText(next_output) })}
      </small>
    </span>
  );
}

function RentalCard({ rental }: RentalProps) {
  return (
    <div className={styles.rental}>
      <div>
        <Name rental={rental} />
        <Received rental={rental} />
      </div>
      <State rental={rental} />
      <small>
        <BreakEven terms={rental} />
      </small>
    </div>
  );
}
