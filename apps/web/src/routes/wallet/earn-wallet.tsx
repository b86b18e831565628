import { useNavigate } from '@tanstack/react-router';
import { Panel } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProductList } from '../../features/earn/products/product-list.tsx';
import type { EarnProduct } from '../../features/earn/shared/earn-data.ts';
import { OwnStakes } from '../../features/earn/stakes/own-stakes.tsx';
import { SubscribeDialog } from '../../features/earn/subscribe/subscribe-dialog.tsx';
import { AccountHead } from '../../features/wallet/wallet/account-head.tsx';
import { Parts } from '../../features/wallet/wallet/parts.tsx';
import { paths } from '../../lib/paths.ts';
import { useSnapshot } from '../../lib/wallet.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { SubscribeNow } from './earn/subscribe-now.tsx';

/** The wallet's Earn tab: what is in Earn, the client's subscriptions, and the products. */
export function EarnWallet() {
  const { t } = useTranslation(['wallet', 'earn']);
  const navigate = useNavigate();
  const { data } = useSnapshot();
  const [product, setProduct] = useState<EarnProduct>();
  return (
    <>
      <AccountHead
        label={t('earn.total')}
        total={data?.wallets.find(({ wallet }) => wallet === 'earn')?.total}
        unit="USDT"
        note={t('earn.note')}
        actions={
          <>
            <ButtonLink to={paths.simpleEarn}>{t('earn:simple.title')}</ButtonLink>
            <ButtonLink to={paths.pageUnavailable} variant="default">
              {t('earn.loan')}
            </ButtonLink>
          </>
        }
      />
      <Parts
        label={t('earn.parts')}
        parts={[
          {
            name: t('earn.asset'),
            content: (
              <Panel as="div">
                <OwnStakes emptyAction={<SubscribeNow />} />
              </Panel>
            ),
          },
          {
            name: t('earn.product'),
            content: (
              <Panel as="div">
                <ProductList onSubscribe={setProduct} />
              </Panel>
            ),
          },
        ]}
      />
      {product === undefined ? null : (
        <SubscribeDialog
          product={product}
          onClose={() => setProduct(undefined)}
          onDone={() => void navigate({ to: paths.home })}
        />
      )}
    </>
  );
}
