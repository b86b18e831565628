import { Button, Group } from '@mantine/core';
import { DemoMark, EmptyState, formatExact, formatInteger, type Rows } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import type { MinerRow } from './earn.ts';
import { MinerDialog } from './miner-dialog.tsx';
import { PauseDialog, StateChip } from './state-acts.tsx';

interface MinerTableProps {
  readonly data: Rows<MinerRow>;
  readonly onRetry: () => void;
  readonly mayAct: boolean;
}

type Act = 'terms' | 'pause';

/** The miners with the terms in force, and why they are not for rent if they are not. */
export function MinerTable({ data, onRetry, mayAct }: MinerTableProps) {
  const { t } = useTranslation(['earn', 'common']);
  const [asked, setAsked] = useState<{ readonly miner: MinerRow; readonly act: Act }>();
  const close = () => setAsked(undefined);
  const button = (miner: MinerRow, act: Act, text: string) => (
    <Button
      size="compact-xs"
      variant="outline"
      aria-label={`${text}: ${t('miners.of', { id: miner.product_id, coin: miner.coin })}`}
      onClick={() => setAsked({ miner, act })}
    >
      {text}
    </Button>
  );
  return (
    <>
      <ColumnTable
        label={t('miners.title')}
        data={data}
        onRetry={onRetry}
        rowKey={({ product_id }) => String(product_id)}
        pageSize={50}
        empty={<EmptyState title={t('miners.none')} />}
        columns={[
          { key: 'coin', header: t('miners.miner'), render: (miner) => <Name {...miner} /> },
          figureColumn<MinerRow>(
            'price',
            t('fields.price'),
            ({ price, price_coin }) => `${formatExact(price)} ${price_coin}`,
          ),
          figureColumn<MinerRow>('daily', t('fields.daily'), ({ daily_output }) => formatExact(daily_output)),
          figureColumn<MinerRow>('days', t('fields.days'), ({ days }) => formatInteger(days)),
          figureColumn<MinerRow>(
            'worth',
            t('miners.worth'),
            ({ price_usdt, total_usdt }) => `${formatExact(total_usdt)} / ${formatExact(price_usdt)}`,
          ),
          figureColumn<MinerRow>(
            'left',
            t('miners.left'),
            ({ used, quota }) => `${formatInteger(Math.max(0, quota - used))} / ${formatInteger(quota)}`,
          ),
          { key: 'source', header: t('fields.source'), render: ({ source }) => t(`sources.${source}`) },
          figureColumn<MinerRow>('number', t('version'), ({ number }) => number),
          { key: 'state', header: t('state'), render: (miner) => <StateChip {...miner} /> },
          {
            key: 'act',
            header: <span className="visually-hidden">{t('common:actions')}</span>,
            align: 'end',
            render: (miner) =>
              mayAct ? (
                <Group gap={6} justify="flex-end" wrap="nowrap">
                  {button(miner, 'terms', t('newTerms'))}
                  {button(miner, 'pause', t(miner.paused ? 'resume' : 'pause'))}
                </Group>
              ) : null,
          },
        ]}
      />
      {asked?.act === 'terms' ? <MinerDialog miner={asked.miner} onClose={close} /> : null}
      {asked?.act === 'pause' ? <PauseDialog kind="miner" row={asked.miner} onClose={close} /> : null}
    </>
  );
}

function Name({ product_id, coin, demo }: MinerRow) {
  const { t } = useTranslation('earn');
  return (
    <>
      {t('miners.of', { id: product_id, coin })} {demo ? <DemoMark>{t('demo')}</DemoMark> : null}
    </>
  );
}
