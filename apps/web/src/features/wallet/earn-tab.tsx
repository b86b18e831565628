import { SegmentedControl } from '@mantine/core';
import { EmptyState, Panel } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { useOverview } from '../../lib/wallet.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { AccountHead } from './account-head.tsx';
import styles from './account-tabs.module.css';

const PARTS = ['asset', 'product'] as const;
type Part = (typeof PARTS)[number];

/** What is invested. As long as no product is offered it says so, and counts what the ledger has. */
export function EarnTab() {
  const { t } = useTranslation('wallet');
  const { data } = useOverview();
  const [part, setPart] = useState<Part>('asset');
  return (
    <>
      <AccountHead
        label={t('earn.total')}
        total={data?.earnTotal}
        unit="USDT"
        note={t('earn.note')}
        actions={
          <ButtonLink to={paths.pageUnavailable} variant="default">
            {t('earn.loan')}
          </ButtonLink>
        }
      />
      <SegmentedControl
        className={styles.parts ?? ''}
        aria-label={t('earn.parts')}
        value={part}
        onChange={(next) => setPart(next as Part)}
        data={PARTS.map((each) => ({ value: each, label: t(`earn.${each}`) }))}
      />
      <Panel>
        <EmptyState title={t('spot.empty')} role="status">
          {t(part === 'asset' ? 'earn.noAssets' : 'earn.noProducts')}
        </EmptyState>
      </Panel>
    </>
  );
}
