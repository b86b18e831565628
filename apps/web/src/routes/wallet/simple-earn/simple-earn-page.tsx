import { useNavigate } from '@tanstack/react-router';
import { Panel } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { ProductList } from '../../../features/earn/products/product-list.tsx';
import { type EarnProduct, offered, useEarnProducts } from '../../../features/earn/shared/earn-data.ts';
import { SubscribeDialog } from '../../../features/earn/subscribe/subscribe-dialog.tsx';
import { LogMark } from '../../../features/wallet/wallet/log-mark.tsx';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { WalletFrame } from '../../../ui/wallet-frame.tsx';

/** The products of Simple Earn. */
export function SimpleEarnPage() {
  const { t } = useTranslation('earn');
  const client = useClient();
  const navigate = useNavigate();
  const products = useEarnProducts();
  const [product, setProduct] = useState<EarnProduct>();
  usePageTitle(t('simple.title'));
  if (!client) return <PageSkeleton />;
  return (
    <WalletFrame
      title={t('simple.title')}
      lead={<Lead products={products.data?.earn ?? []} />}
      mark={<LogMark position={products.data?.position} readAtMs={products.dataUpdatedAt} />}
    >
      <Panel as="div">
        <ProductList onSubscribe={setProduct} />
      </Panel>
      {product === undefined ? null : (
        <SubscribeDialog
          product={product}
          onClose={() => setProduct(undefined)}
          onDone={() => void navigate({ to: paths.home })}
        />
      )}
    </WalletFrame>
  );
}

/** A short description and, once loaded, the lowest and highest rates of the open products. */
function Lead({ products }: { readonly products: readonly EarnProduct[] }) {
  const { t } = useTranslation('earn');
  const rates = offered(products)
    .filter(({ open }) => open)
    .flatMap(({ tiers }) => tiers.map(({ apr }) => Number(apr)));
  return (
    <>
      {t('simple.lead')}
      {rates.length === 0 ? null : ` ${t('simple.rates', { from: Math.min(...rates), to: Math.max(...rates) })}.`}
    </>
  );
}
