import { IconChartCandle, IconRefresh } from '@tabler/icons-react';
import { formatAmount, formatSigned, useIsPhone } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { WALLET_KEY } from '../../../lib/query-client.ts';
import { useRevaluing, useWalletOf } from '../../../lib/wallet.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Parts } from './parts.tsx';
import { SideCoins, SideHead } from './side-wallet.tsx';

const FUTURE_KEY = [...WALLET_KEY, 'future'];
/** The asset in which margin, profit and fees of futures are paid. */
const MARGIN_COIN = 'USDT';

type FutureTabProps = {
  readonly positions: ReactNode;
  /** The content of the tab with the profit and loss of positions. */
  readonly profit: ReactNode;
};

/** The wallet for futures trading: margin, positions, assets, and profit and loss. */
export function FutureTab({ positions, profit }: FutureTabProps) {
  const { t } = useTranslation('wallet');
  const isPhone = useIsPhone();
  return (
    <>
      <SideHead
        wallet="FUTURE"
        note={<MarginBalance />}
        actions={
          <>
            <ButtonLink
              to={paths.futuresDefault}
              variant="default"
              leftSection={<IconChartCandle size={17} stroke={1.8} />}
            >
              {t('future.trade')}
            </ButtonLink>
            {isPhone ? (
              <ButtonLink to={paths.convert} variant="default" leftSection={<IconRefresh size={17} stroke={1.8} />}>
                {t('actions.convert')}
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <Parts
        label={t('future.parts')}
        parts={[
          { name: t('future.positions'), content: positions },
          { name: t('future.coins'), content: <SideCoins wallet="FUTURE" /> },
          { name: t('future.pnl'), content: profit },
        ]}
      />
    </>
  );
}

type FutureEntry = CallResponse<'GET /api/v3/wallets/future'>['wallet'][number];
const isFutureEntry = (entry: object): entry is FutureEntry => 'margin_balance' in entry;

/** The balance with the unrealized profit of the positions. */
function MarginBalance() {
  const { t } = useTranslation('wallet');
  const { data } = useWalletOf('FUTURE');
  const isHeld = data?.wallet.some((entry) => isFutureEntry(entry) && /[1-9]/.test(entry.upnl)) ?? false;
  useRevaluing(FUTURE_KEY, isHeld ? 'all' : []);
  const margin = data?.wallet.find(({ name }) => name === MARGIN_COIN);
  if (!margin || !isFutureEntry(margin)) return t('future.note');
  return (
    <>
      {t('future.balance', { balance: formatAmount(margin.margin_balance, 2), income: formatSigned(margin.upnl, 2) })}
      <br />
      {t('future.note')}
    </>
  );
}
