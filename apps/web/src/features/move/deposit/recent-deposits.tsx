import { IconArrowBarDown } from '@tabler/icons-react';
import {
  Chip,
  CoinAmount,
  CoinIcon,
  CoinName,
  type Column,
  DataTable,
  Dialog,
  EmptyState,
  formatCoin,
  formatInteger,
  LoadFailed,
  rowsOf,
} from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNetworkName } from '../../../lib/coin-networks.ts';
import type { Deposit } from '../../../lib/deposits.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { AddressText } from '../../../ui/address-text.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { Section } from '../../../ui/section.tsx';
import styles from './deposit.module.css';
import { DepositProgress } from './deposit-progress.tsx';
import { isUnderWay, useDeposits } from './use-deposit.ts';

const ROWS_PER_PAGE = 10;

/** Pending deposits, block by block. */
export function DepositsUnderWay() {
  const { t } = useTranslation('deposit');
  const underWay = useDeposits().data?.filter(isUnderWay) ?? [];
  if (underWay.length === 0) return null;
  return (
    <Section title={t('underWay')}>
      <ul className={styles.underWay}>
        {underWay.map((deposit) => (
          <DepositProgress key={deposit.id} deposit={deposit} />
        ))}
      </ul>
    </Section>
  );
}

/** Recent deposits; a row opens the details. */
export function RecentDeposits() {
  const { t } = useTranslation('deposit');
  const deposits = useDeposits();
  const [openId, setOpenId] = useState<number>();
  const open = deposits.data?.find(({ id }) => id === openId);
  const columns = useColumns();
  return (
    <>
      <Section title={t('recent.title')}>
        <div className={styles.recent}>
          <DataTable
            label={t('recent.title')}
            columns={columns}
            data={rowsOf(deposits, (rows) => rows)}
            rowKey={({ id }) => String(id)}
            pageSize={ROWS_PER_PAGE}
            pageLabel={(page) => t('recent.page', { page })}
            onRowClick={({ id }) => setOpenId(id)}
            card={(deposit) => <DepositCard deposit={deposit} onOpen={() => setOpenId(deposit.id)} />}
            empty={
              <EmptyState
                icon={IconArrowBarDown}
                caption={t('recent.empty')}
                title={t('recent.emptyText')}
                role="status"
              />
            }
            error={<LoadFailed title={t('error')} onRetry={() => void deposits.refetch()} />}
          />
        </div>
      </Section>
      {open === undefined ? null : <DepositDetails deposit={open} onClose={() => setOpenId(undefined)} />}
    </>
  );
}

const amountText = ({ amount, coin }: Deposit) => `${formatCoin(amount, coin)} ${coin}`;

function useColumns(): readonly Column<Deposit>[] {
  const { t } = useTranslation('deposit');
  const nameOf = useNetworkName();
  return [
    {
      key: 'asset',
      header: t('recent.asset'),
      render: ({ coin, network, is_internal }) => (
        <CoinName coin={coin} about={is_internal ? t('recent.internal') : nameOf(network)} />
      ),
    },
    {
      key: 'amount',
      header: t('recent.amount'),
      align: 'end',
      render: ({ amount, coin }, rows) => (
        <CoinAmount
          amount={amount}
          coin={coin}
          column={rows.flatMap((row) => (row.coin === coin ? [row.amount] : []))}
        />
      ),
    },
    { key: 'date', header: t('recent.date'), align: 'end', render: ({ date }) => dateTimeText(date) },
    { key: 'status', header: t('recent.status'), align: 'end', render: (deposit) => <StatusChip deposit={deposit} /> },
  ];
}

const tones = {
  completed: 'ok',
  seen: 'wait',
  frozen: 'wait',
  waiting: 'wait',
  below_minimum: 'plain',
  stopped: 'bad',
} as const;

function StatusChip({ deposit: { status } }: { readonly deposit: Deposit }) {
  const { t } = useTranslation('deposit');
  return <Chip tone={tones[status]}>{t(`short.${status}`)}</Chip>;
}

function DepositCard({ deposit, onOpen }: { readonly deposit: Deposit; readonly onOpen: () => void }) {
  const { t } = useTranslation('deposit');
  return (
    <button type="button" className={styles.row} onClick={onOpen}>
      <CoinIcon coin={deposit.coin} size={28} />
      <span>
        <b className="num">{amountText(deposit)}</b>
        <small>
          {deposit.is_internal ? `${t('recent.internal')}, ` : ''}
          {dateTimeText(deposit.date)}
        </small>
      </span>
      <StatusChip deposit={deposit} />
    </button>
  );
}

function DepositDetails({ deposit, onClose }: { readonly deposit: Deposit; readonly onClose: () => void }) {
  const { t } = useTranslation('deposit');
  const nameOf = useNetworkName();
  const { confirmations, unlock_confirmations: unlock } = deposit;
  return (
    <Dialog opened onClose={onClose} title={t('about.title')}>
      <div className={styles.facts}>
        <FactList dense>
          <Fact name={t('about.status')} value={t(`status.${deposit.status}`)} />
          <Fact name={t('about.date')} value={dateTimeText(deposit.date)} />
          <Fact name={t('about.coin')} value={deposit.coin} />
          <Fact name={t('about.amount')} value={<span className="num">{amountText(deposit)}</span>} />
          <Fact name={t('about.wallet')} value={deposit.wallet} />
          <Fact name={t('about.network')} value={nameOf(deposit.network)} />
          {deposit.is_internal ? (
            <Fact name={t('about.sender')} value={t('about.internal')} />
          ) : (
            <Fact
              name={t('about.confirmations')}
              value={t('progress.of', { done: Math.min(confirmations, unlock), unlock })}
            />
          )}
          {deposit.position > 0 ? (
            <Fact name={t('about.entry')} value={<span className="num">#{formatInteger(deposit.position)}</span>} />
          ) : null}
        </FactList>
      </div>
      <div className={styles.block}>
        <span className={styles.label}>{t('about.address')}</span>
        <AddressText address={deposit.address} />
      </div>
      {deposit.is_internal ? null : <Transaction deposit={deposit} />}
    </Dialog>
  );
}

function Transaction({ deposit: { txid, explorer_url } }: { readonly deposit: Deposit }) {
  const { t } = useTranslation('deposit');
  return (
    <div className={styles.block}>
      <span className={styles.label}>
        {t('about.txid')} <CopyButton text={txid} label={t('about.copyTxid')} />
      </span>
      {explorer_url === '' ? (
        <span className={styles.txid}>{txid}</span>
      ) : (
        <a className={`link ${styles.txid}`} href={explorer_url} target="_blank" rel="noreferrer">
          {txid}
        </a>
      )}
    </div>
  );
}
