import { IconRefresh, IconTrendingUp } from '@tabler/icons-react';
import { EmptyState, Panel, useIsPhone } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Parts } from './parts.tsx';
import { SideCoins, SideHead } from './side-wallet.tsx';

/** The wallet for futures trading: margin, positions and assets. */
export function FutureTab() {
  const { t } = useTranslation('wallet');
  const isPhone = useIsPhone();
  return (
    <>
      <SideHead
        wallet="FUTURE"
        actions={
          isPhone ? (
            <ButtonLink to={paths.convert} variant="default" leftSection={<IconRefresh size={17} stroke={1.8} />}>
              {t('actions.convert')}
            </ButtonLink>
          ) : null
        }
      />
      <Parts
        label={t('future.parts')}
        first={1}
        parts={[
          {
            name: t('future.positions'),
            content: (
              <Panel>
                <EmptyState
                  size="page"
                  icon={IconTrendingUp}
                  caption={t('spot.empty')}
                  title={t('future.noPositions')}
                  role="status"
                />
              </Panel>
            ),
          },
          { name: t('future.coins'), content: <SideCoins wallet="FUTURE" /> },
        ]}
      />
    </>
  );
}
