import { IconArrowBarUp } from '@tabler/icons-react';
import { CoinAmount, type Column, DataTable, EmptyState, formatCoin, LoadFailed, rowsOf } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { useNetworkName } from '../../../lib/coin-networks.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { useWithdrawals, type Withdrawal } from '../../../lib/withdrawals.ts';
import { AddressText } from '../../../ui/address-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { PastWithdrawalDialog } from './past-withdrawal-dialog.tsx';
import { doneSteps, isOver, progressSteps, statusWord } from './progress.ts';
import styles from './recent-withdrawals.module.css';

const ROWS_PER_PAGE = 10;

type RecentWithdrawalsProps = {
  /** The withdrawal whose details are open. */
  readonly opened: number | undefined;
  readonly onOpen: (id: number | undefined) => void;
};

/** The client's withdrawals with their progress; a row opens the details. */
export function RecentWithdrawals({ opened, onOpen }: RecentWithdrawalsProps) {
  const { t } = useTranslation('withdraw');
  const query = useWithdrawals();
  const columns = useColumns(onOpen);
  const nameOf = useNetworkName();
  const chosen = query.data?.find(({ id }) => id === opened);
  return (
    <Section title={t('recent.title')}>
      <div className={styles.list}>
        <DataTable
          label={t('recent.title')}
          columns={columns}
          data={rowsOf(query, (rows) => rows)}
          rowKey={({ id }) => String(id)}
          pageSize={ROWS_PER_PAGE}
          pageLabel={(page) => t('recent.page', { page })}
          skeletonRows={3}
          onRowClick={({ id }) => onOpen(id)}
          card={(row) => <WithdrawalCard withdrawal={row} onOpen={() => onOpen(row.id)} />}
          empty={
            <EmptyState icon={IconArrowBarUp} title={t('recent.empty')}>
              {t('recent.emptyText')}
            </EmptyState>
          }
          error={<LoadFailed title={t('recent.failed')} onRetry={query.refetch} />}
        />
      </div>
      {chosen === undefined ? null : (
        <PastWithdrawalDialog
          withdrawal={chosen}
          networkName={nameOf(chosen.network)}
          onClose={() => onOpen(undefined)}
        />
      )}
    </Section>
  );
}

function useColumns(onOpen: (id: number) => void): readonly Column<Withdrawal>[] {
  const { t } = useTranslation('withdraw');
  const nameOf = useNetworkName();
  return [
    {
      key: 'time',
      header: t('recent.time'),
      render: (row) => <span className="num">{dateTimeText(row.requested_at)}</span>,
    },
    {
      key: 'to',
      header: t('recent.to'),
      render: (row) => (
        <span className={styles.to}>
          <Receiver withdrawal={row} />
          <small>{nameOf(row.network)}</small>
        </span>
      ),
    },
    { key: 'status', header: t('recent.status'), render: (row) => <Status withdrawal={row} /> },
    {
      key: 'amount',
      header: t('recent.amount'),
      align: 'end',
      render: ({ id, coin, amount }, rows) => (
        <button type="button" className={styles.amount} onClick={() => onOpen(id)}>
          <CoinAmount
            amount={amount}
            coin={coin}
            column={rows.flatMap((row) => (row.coin === coin ? [row.amount] : []))}
          />
        </button>
      ),
    },
  ];
}

const amountText = ({ amount, coin }: Withdrawal): string => `${formatCoin(amount, coin)} ${coin}`;

function Receiver({ withdrawal: { address_label, address } }: { readonly withdrawal: Withdrawal }) {
  return address_label === '' ? <AddressText address={address} size="small" /> : <b>{address_label}</b>;
}

/** A mark for each step, filled when the step is done; the text beside the marks says the same. */
function Status({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { t } = useTranslation('withdraw');
  const done = doneSteps(withdrawal);
  const isStopped = isOver(withdrawal) && withdrawal.stage !== 'completed';
  return (
    <span className={styles.status}>
      {isStopped ? null : (
        <span className={styles.marks} aria-hidden="true">
          {progressSteps.map((step, index) => (
            <i key={step} data-done={index < done || undefined} />
          ))}
        </span>
      )}
      {t(`status.${statusWord(withdrawal)}`)}
    </span>
  );
}

function WithdrawalCard({ withdrawal, onOpen }: { readonly withdrawal: Withdrawal; readonly onOpen: () => void }) {
  const nameOf = useNetworkName();
  return (
    <button type="button" className={styles.card} onClick={onOpen}>
      <b className="num">{amountText(withdrawal)}</b>
      <span className="num">{dateTimeText(withdrawal.requested_at)}</span>
      <Status withdrawal={withdrawal} />
      <span>{nameOf(withdrawal.network)}</span>
      <span className={styles.cardTo}>
        <Receiver withdrawal={withdrawal} />
      </span>
    </button>
  );
}
