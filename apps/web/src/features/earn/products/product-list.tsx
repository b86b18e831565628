import { Button } from '@mantine/core';
import { IconLeaf } from '@tabler/icons-react';
import { CoinName, type Column, DataTable, EmptyState, formatAmount, formatExact, LoadFailed } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { useSpotWallet } from '../../../lib/wallet.ts';
import { type EarnProduct, offered, useEarnProducts } from '../shared/earn-data.ts';
import styles from './products.module.css';
import { RateSteps } from './rate-steps.tsx';

const ROWS = 20;

type ProductListProps = { readonly onSubscribe: (product: EarnProduct) => void };

/** The products that clients can subscribe to, with their rates by duration. */
export function ProductList({ onSubscribe }: ProductListProps) {
  const { t } = useTranslation('earn');
  const { data, isError, refetch } = useEarnProducts();
  const columns = useColumns(onSubscribe);
  const failed = <LoadFailed title={t('products.failed')} onRetry={() => void refetch()} />;
  // Keeps showing the loaded figures if a later request fails.
  if (isError && data === undefined) return failed;
  const rows = data && offered(data.earn);
  return (
    <div className={styles.list}>
      <DataTable
        label={t('products.label')}
        columns={columns}
        data={rows === undefined ? { status: 'pending' } : { status: 'success', rows }}
        rowKey={({ id }) => String(id)}
        pageSize={ROWS}
        pageLabel={(page) => t('products.page', { page })}
        card={(product) => <ProductCard product={product} onSubscribe={onSubscribe} />}
        skeletonRows={5}
        empty={
          <EmptyState
            size="page"
            icon={IconLeaf}
            caption={t('products.none')}
            title={t('products.noneText')}
            role="status"
          />
        }
        error={failed}
      />
    </div>
  );
}

function useColumns(onSubscribe: ProductListProps['onSubscribe']): readonly Column<EarnProduct>[] {
  const { t } = useTranslation('earn');
  return [
    {
      key: 'coin',
      header: t('products.coin'),
      render: (product) => (
        <>
          <CoinName coin={product.name} about={product.full_name} />
          <Warning product={product} />
        </>
      ),
    },
    { key: 'apr', header: t('products.apr'), width: '42%', render: (product) => <RateSteps product={product} /> },
    {
      key: 'quota',
      header: t('products.quota'),
      align: 'end',
      render: ({ quota_left, name }) => (
        <span className="num">
          {formatExact(quota_left)} {name}
        </span>
      ),
    },
    { key: 'pool', header: t('products.pool'), align: 'end', render: (product) => <Funded product={product} /> },
    {
      key: 'act',
      header: '',
      align: 'end',
      render: (product) => <SubscribeButton product={product} onSubscribe={onSubscribe} />,
    },
  ];
}

/** The pool's funds as a percentage of what it needs. */
function Funded({ product: { pool_percent } }: { readonly product: EarnProduct }) {
  return <span className="num">{pool_percent === undefined ? '–' : `${formatAmount(pool_percent, 0)}%`}</span>;
}

/** Why a product takes no money, or that its interest is delayed. */
function Warning({ product: { closed_reason, delayed } }: { readonly product: EarnProduct }) {
  const { t } = useTranslation('earn');
  if (delayed) return <p className={styles.warning}>{t('products.delayed')}</p>;
  return closed_reason === undefined ? null : <p className={styles.warning}>{t(`products.closed.${closed_reason}`)}</p>;
}

/** Enabled once the balance has loaded, because the dialog checks the amount against it. */
function SubscribeButton({ product, onSubscribe }: ProductListProps & { readonly product: EarnProduct }) {
  const { t } = useTranslation('earn');
  const { data: wallet } = useSpotWallet();
  return (
    <Button
      size="sm"
      aria-label={t('products.subscribeTo', { coin: product.name })}
      disabled={!product.open || wallet === undefined}
      onClick={() => onSubscribe(product)}
    >
      {t('products.subscribe')}
    </Button>
  );
}

function ProductCard({ product, onSubscribe }: ProductListProps & { readonly product: EarnProduct }) {
  const { t } = useTranslation('earn');
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <CoinName coin={product.name} about={product.full_name} />
        <SubscribeButton product={product} onSubscribe={onSubscribe} />
      </div>
      <RateSteps product={product} />
      <p className={styles.cardFacts}>
        <span>
          {t('products.quota')} <b className="num">{formatExact(product.quota_left)}</b>
        </span>
        <span>
          {t('products.pool')} <Funded product={product} />
        </span>
      </p>
      <Warning product={product} />
    </div>
  );
}
