import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Column, EmptyState, formatExact, formatPrice } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import { Pane } from '../../ui/page.tsx';
import type { ClientPicture } from './client.ts';

type Position = ClientPicture['positions'][number];

/** The client's futures positions. If the client may not trade, each can be closed with two-person approval. */
export function PositionsPane({ client }: { readonly client: ClientPicture }) {
  const { t } = useTranslation(['people', 'common']);
  const [closing, setClosing] = useState<Position>();
  const roles = useStaff()?.roles ?? [];
  const mayClose =
    !client.own && client.state !== 'active' && roles.some((role) => role === 'compliance' || role === 'administrator');
  const columns: Column<Position>[] = [
    { key: 'name', header: t('positions.market'), render: ({ name }) => <b>{name}</b> },
    { key: 'side', header: t('positions.side'), render: ({ side }) => t(`positions.sides.${side}`) },
    figureColumn('size', t('positions.size'), ({ size }) => formatExact(size)),
    figureColumn('mark', t('positions.mark'), ({ mark_price }) => formatPrice(mark_price)),
    figureColumn('margin', t('positions.margin'), ({ margin }) => formatExact(margin)),
    figureColumn('profit', t('positions.profit'), ({ profit }) => formatExact(profit)),
    figureColumn('liquidation', t('positions.liquidation'), ({ liquidation_price }) =>
      liquidation_price === '' ? '' : formatPrice(liquidation_price),
    ),
    ...(mayClose
      ? [
          {
            key: 'acts',
            header: <span className="visually-hidden">{t('common:actions')}</span>,
            align: 'end' as const,
            render: (position: Position) => (
              <button type="button" className="link" onClick={() => setClosing(position)}>
                {t('positions.close')}
              </button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Pane title={t('positions.title')} note={client.positions.length}>
      <ColumnTable
        label={t('positions.title')}
        columns={columns}
        data={{ status: 'success', rows: client.positions }}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t('positions.none')} />}
      />
      {closing === undefined ? null : (
        <ClosePositionDialog uid={client.uid} position={closing} onClose={() => setClosing(undefined)} />
      )}
    </Pane>
  );
}

interface ClosePositionProps {
  readonly uid: string;
  readonly position: Position;
  readonly onClose: () => void;
}

/** Converts a percentage from 0.01% to 5% into whole basis points; undefined for any other text. */
function bpsOf(percent: string): number | undefined {
  const bps = Math.round(Number(percent.trim()) * 100);
  return /^\d(\.\d{1,2})?$/.test(percent.trim()) && bps >= 1 && bps <= 500 ? bps : undefined;
}

function ClosePositionDialog({ uid, position, onClose }: ClosePositionProps) {
  const { t } = useTranslation('people');
  const queries = useQueryClient();
  const [slippage, setSlippage] = useState('1');
  const bps = bpsOf(slippage);
  const { name, side, size, mark_price } = position;
  return (
    <ActDialog
      title={t('positions.closeTitle', { name })}
      onClose={onClose}
      action={t('positions.ask')}
      decision="refuse"
      done={t('positions.asked')}
      fault={bps === undefined ? t('positions.slippageFault') : undefined}
      act={async (reason) => {
        await call('POST /api/v3/console/client/ask-to-close-position', {
          body: { uid, name, side, ...(bps === undefined ? {} : { max_slippage_bps: bps }), reason },
        });
        await queries.invalidateQueries({ queryKey: ['approvals'] });
      }}
    >
      <p>
        {t('positions.closeText', {
          side: t(`positions.sides.${side}`),
          size: formatExact(size),
          mark: formatPrice(mark_price),
        })}
      </p>
      <TextInput
        label={t('positions.slippage')}
        description={t('positions.slippageText')}
        inputMode="decimal"
        value={slippage}
        onChange={(event) => setSlippage(event.currentTarget.value)}
      />
      <p>{t('positions.told')}</p>
      <p className="dim">{t('positions.nextTwo')}</p>
    </ActDialog>
  );
}
