import { IconLeaf } from '@tabler/icons-react';
import { EmptyState, Panel } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { useSnapshot } from '../../../lib/wallet.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { AccountHead } from './account-head.tsx';
import { Parts } from './parts.tsx';

/** The client's investments. While no product is offered, the tab says so and shows the ledger's totals. */
export function EarnTab() {
  const { t } = useTranslation('wallet');
  const { data } = useSnapshot();
  const nothing = (text: string) => (
    <Panel>
      <EmptyState size="page" icon={IconLeaf} caption={t('spot.empty')} title={text} role="status" />
    </Panel>
  );
  return (
    <>
      <AccountHead
        label={t('earn.total')}
        total={data?.wallets.find(({ wallet }) => wallet === 'earn')?.total}
        unit="USDT"
        note={t('earn.note')}
        actions={
          <ButtonLink to={paths.pageUnavailable} variant="default">
            {t('earn.loan')}
          </ButtonLink>
        }
      />
      <Parts
        label={t('earn.parts')}
        parts={[
          { name: t('earn.asset'), content: nothing(t('earn.noAssets')) },
          { name: t('earn.product'), content: nothing(t('earn.noProducts')) },
        ]}
      />
    </>
  );
}
