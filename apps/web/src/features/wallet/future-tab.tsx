import { SegmentedControl } from '@mantine/core';
import { IconRefresh, IconTransfer } from '@tabler/icons-react';
import { EmptyState, Panel, useIsPhone } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { useWalletOf } from '../../lib/wallet.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { AccountHead } from './account-head.tsx';
import styles from './account-tabs.module.css';
import { CoinList } from './coin-list.tsx';

const PARTS = ['positions', 'assets'] as const;
type Part = (typeof PARTS)[number];

/** What futures would be traded with: margin, positions and assets. */
export function FutureTab() {
  const { t } = useTranslation('wallet');
  const { data } = useWalletOf('FUTURE');
  const isPhone = useIsPhone();
  const [part, setPart] = useState<Part>('assets');
  return (
    <>
      <AccountHead
        label={t('future.total')}
        total={data && 'walletTotal' in data ? data.walletTotal : undefined}
        unit="USDT"
        note={t('future.note')}
        actions={
          <>
            <ButtonLink
              to={paths.transfer}
              search={{ type: 'FUTURE' }}
              leftSection={<IconTransfer size={17} stroke={1.8} />}
            >
              {t('actions.transfer')}
            </ButtonLink>
            {isPhone ? (
              <ButtonLink to={paths.convert} variant="default" leftSection={<IconRefresh size={17} stroke={1.8} />}>
                {t('actions.convert')}
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <SegmentedControl
        className={styles.parts ?? ''}
        aria-label={t('future.parts')}
        value={part}
        onChange={(next) => setPart(next as Part)}
        data={PARTS.map((each) => ({ value: each, label: t(`future.${each}`) }))}
      />
      {part === 'positions' ? (
        <Panel>
          <EmptyState title={t('spot.empty')} role="status">
            {t('future.noPositions')}
          </EmptyState>
        </Panel>
      ) : (
        <CoinList
          wallet="FUTURE"
          title={t('future.assets')}
          emptyText={t('future.empty')}
          emptyAction={
            <ButtonLink to={paths.transfer} search={{ type: 'FUTURE' }} variant="default">
              {t('future.fill')}
            </ButtonLink>
          }
        />
      )}
    </>
  );
}
