import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { formatAmount, formatExact, toast } from '@vitrine/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, newIdempotencyKey } from '../../../lib/api.ts';
import { type Authorisation, sendAuthorised } from '../../../lib/authorised.ts';
import { trimZeros } from '../../../lib/decimal.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { useSpotWallet } from '../../../lib/wallet.ts';
import { dateText, dateTimeText } from '../../../lib/when.ts';
import { AuthoriseDialog, ConfirmLines } from '../../../ui/authorise-dialog.tsx';
import { BreakEven } from '../shared/break-even.tsx';
import type { Miner } from '../shared/miner-data.ts';
import styles from './miners.module.css';

type RentDialogProps = { readonly miner: Miner; readonly onClose: () => void };

/** Shows the cost and output of a rental, and rents the miner once the terms are accepted. */
export function RentDialog({ miner, onClose }: RentDialogProps) {
  const { t } = useTranslation('earn');
  const queries = useQueryClient();
  const [isAccepted, setIsAccepted] = useState(false);
  // One key per dialog, so that a retry after a lost response does not rent twice.
  const key = useRef(newIdempotencyKey());
  const { name: coin, price_coin: priceCoin, days } = miner;
  const price = formatExact(trimZeros(miner.price));
  const daily = formatExact(trimZeros(miner.daily_output));

  const send = (authorisation: Authorisation) =>
    sendAuthorised(
      (given, idempotencyKey) => {
        const body = { product_id: miner.id, version: miner.version, accepted: isAccepted, ...given };
        return call('POST /api/v3/minings/rent', { body, idempotencyKey });
      },
      authorisation,
      key.current,
    );
  const refresh = () => void queries.invalidateQueries({ queryKey: WALLET_KEY });

  return (
    <AuthoriseDialog
      title={t('miner.confirm', { coin })}
      act={t('miner.act', { amount: price, coin: priceCoin })}
      again={t('miner.again')}
      size={520}
      isWaiting={!isAccepted}
      send={send}
      onDone={({ ends_at = miner.ends_at }) => {
        toast.ok(t('miner.done'), t('miner.doneText', { daily, coin, date: dateText(ends_at) }));
        refresh();
        onClose();
      }}
      onRefused={({ text }) => {
        toast.error(text);
        refresh();
        onClose();
      }}
      onClose={onClose}
    >
      <RentLines miner={miner} />
      <Checkbox
        className={styles.agree ?? ''}
        label={t('miner.agree', { price, priceCoin, daily, coin, days })}
        checked={isAccepted}
        onChange={(event) => setIsAccepted(event.currentTarget.checked)}
      />
    </AuthoriseDialog>
  );
}

function RentLines({ miner }: { readonly miner: Miner }) {
  const { t } = useTranslation('earn');
  const { data } = useSpotWallet();
  const { name: coin, price_coin: priceCoin } = miner;
  const available = data?.wallet.find(({ name }) => name === priceCoin)?.available ?? '0';
  const show = (amount: string, of: string) => `${formatExact(trimZeros(amount))} ${of}`;
  return (
    <ConfirmLines
      lines={[
        { label: t('miner.price'), value: show(miner.price, priceCoin) },
        { label: t('miner.available'), value: `${formatAmount(available, 2)} ${priceCoin}`, faint: true },
        { label: t('miner.term'), value: t('miner.days', { count: miner.days }) },
        { label: t('miner.daily'), value: show(miner.daily_output, coin) },
        { label: t('miner.total'), value: show(miner.total_output, coin) },
        { label: t('miner.value'), value: `${formatAmount(miner.total_value_usdt, 2)} USDT` },
        { label: t('miner.breakEven'), value: <BreakEven terms={miner} /> },
        { label: t('miner.starts'), value: dateTimeText(miner.starts_at) },
        { label: t('miner.ends'), value: dateTimeText(miner.ends_at) },
      ]}
    />
  );
}
