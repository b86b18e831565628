import { Button, Group } from '@mantine/core';
import { EmptyState, formatExact, type Rows } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColumnTable, figureColumn } from '../../ui/column-table.tsx';
import styles from './earn.module.css';
import type { ProductRow } from './earn.ts';
import { ProductDialog } from './product-dialog.tsx';
import { EndDialog, PauseDialog, StateChip } from './state-acts.tsx';

interface ProductTableProps {
  readonly data: Rows<ProductRow>;
  readonly onRetry: () => void;
  readonly mayAct: boolean;
}

type Act = 'terms' | 'pause' | 'end';

/** The products with the terms in force, and why they take no new money if they do not. */
export function ProductTable({ data, onRetry, mayAct }: ProductTableProps) {
  const { t } = useTranslation(['earn', 'common']);
  const [asked, setAsked] = useState<{ readonly product: ProductRow; readonly act: Act }>();
  const close = () => setAsked(undefined);
  const button = (product: ProductRow, act: Act, text: string) => (
    <Button
      size="compact-xs"
      variant="outline"
      aria-label={`${text}: ${product.coin}`}
      onClick={() => setAsked({ product, act })}
    >
      {text}
    </Button>
  );
  return (
    <>
      <ColumnTable
        label={t('products.title')}
        data={data}
        onRetry={onRetry}
        rowKey={({ product_id }) => String(product_id)}
        pageSize={50}
        empty={<EmptyState title={t('products.none')} />}
        columns={[
          { key: 'coin', header: t('fields.coin'), render: ({ coin }) => coin },
          { key: 'tiers', header: t('products.rates'), render: ({ tiers }) => <Rates tiers={tiers} /> },
          figureColumn<ProductRow>(
            'amounts',
            t('products.amounts'),
            ({ minimum_amount, maximum_amount }) => `${formatExact(minimum_amount)} – ${formatExact(maximum_amount)}`,
          ),
          figureColumn<ProductRow>(
            'used',
            t('products.used'),
            ({ used, quota }) => `${formatExact(used)} / ${formatExact(quota)}`,
          ),
          { key: 'source', header: t('fields.source'), render: ({ source }) => t(`sources.${source}`) },
          figureColumn<ProductRow>('number', t('version'), ({ number }) => number),
          { key: 'state', header: t('state'), render: (product) => <StateChip {...product} /> },
          {
            key: 'act',
            header: <span className="visually-hidden">{t('common:actions')}</span>,
            align: 'end',
            render: (product) =>
              mayAct && product.ended_at === undefined ? (
                <Group gap={6} justify="flex-end" wrap="nowrap">
                  {button(product, 'terms', t('newTerms'))}
                  {button(product, 'pause', t(product.paused ? 'resume' : 'pause'))}
                  {button(product, 'end', t('end.act'))}
                </Group>
              ) : null,
          },
        ]}
      />
      {asked?.act === 'terms' ? <ProductDialog product={asked.product} onClose={close} /> : null}
      {asked?.act === 'pause' ? <PauseDialog kind="product" row={asked.product} onClose={close} /> : null}
      {asked?.act === 'end' ? <EndDialog product={asked.product} onClose={close} /> : null}
    </>
  );
}

/** The rate of each duration. */
function Rates({ tiers }: Pick<ProductRow, 'tiers'>) {
  const { t } = useTranslation('earn');
  return (
    <span className={styles.rates}>
      {tiers.map(({ days, apr }) => `${days === 0 ? t('flexible') : t('days', { count: days })} ${apr}%`).join(', ')}
    </span>
  );
}
