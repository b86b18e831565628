import { Button } from '@mantine/core';
import { IconLeaf } from '@tabler/icons-react';
import { CoinName, type Column, DataTable, EmptyState, LoadFailed } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { useSpotWallet } from '../../../lib/wallet.ts';
import { type EarnProduct, offered, useEarnProducts } from '../shared/earn-data.ts';
import { useTermName } from '../shared/use-terms.ts';
import styles from './flexible.module.css';

const ROWS = 10;

type FlexibleListProps = { readonly onStake: (product: EarnProduct) => void };
type RowProps = FlexibleListProps & { readonly product: EarnProduct };

/** The products with their flexible rates, and a stake button for each. */
export function FlexibleList({ onStake }: FlexibleListProps) {
  const { t } = useTranslation('earn');
  const { data, isError, refetch } = useEarnProducts();
  const columns = useColumns(onStake);
  const failed = <LoadFailed title={t('products.failed')} onRetry={() => void refetch()} />;
  if (isError && data === undefined) return failed;
  const rows = data && offered(data.earn);
  return (
    <div className={styles.list}>
      <DataTable
        label={t('stake.products')}
        columns={columns}
        data={rows === undefined ? { status: 'pending' } : { status: 'success', rows }}
        rowKey={({ id }) => String(id)}
        pageSize={ROWS}
        pageLabel={(page) => t('products.page', { page })}
        card={(product) => (
          <div className={styles.card}>
            <Coin product={product} />
            <StakeButton product={product} onStake={onStake} />
            <Rate product={product} />
            <Term />
          </div>
        )}
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

function useColumns(onStake: FlexibleListProps['onStake']): readonly Column<EarnProduct>[] {
  const { t } = useTranslation('earn');
  return [
    { key: 'coin', header: t('products.coin'), render: (product) => <Coin product={product} /> },
    { key: 'apr', header: t('stake.apr'), align: 'end', render: (product) => <Rate product={product} /> },
    { key: 'duration', header: t('stake.duration'), align: 'end', render: () => <Term /> },
    {
      key: 'act',
      header: '',
      align: 'end',
      render: (product) => <StakeButton product={product} onStake={onStake} />,
    },
  ];
}

/** The coin and, if the product takes no money, the reason. */
function Coin({ product: { name, full_name, closed_reason } }: { readonly product: EarnProduct }) {
  const { t } = useTranslation('earn');
  return (
    <div>
      <CoinName coin={name} about={full_name} />
      {closed_reason === undefined ? null : <p className={styles.warning}>{t(`products.closed.${closed_reason}`)}</p>}
    </div>
  );
}

/** The flexible rate, and the highest rate of a term. */
function Rate({ product: { apr, tiers } }: { readonly product: EarnProduct }) {
  const { t } = useTranslation('earn');
  const termName = useTermName();
  const longest = tiers.at(-1);
  return (
    <span className={`num ${styles.rate}`}>
      {apr}%
      {longest === undefined || longest.days === 0 ? null : (
        <small>{t('stake.upTo', { apr: longest.apr, term: termName(longest.days) })}</small>
      )}
    </span>
  );
}

function Term() {
  const termName = useTermName();
  return <>{termName(0)}</>;
}

/** Enabled once the balance has loaded, because the dialog checks the amount against it. */
function StakeButton({ product, onStake }: RowProps) {
  const { t } = useTranslation('earn');
  const { data: wallet } = useSpotWallet();
  return (
    <Button
      size="sm"
      aria-label={t('stake.actOf', { coin: product.name })}
      disabled={!product.open || wallet === undefined}
      onClick={() => onStake(product)}
    >
      {t('stake.act')}
    </Button>
  );
}
