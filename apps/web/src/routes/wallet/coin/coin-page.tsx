import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { NotFoundPage } from '../../../app/not-found-page.tsx';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { CoinBalance } from '../../../features/wallet/coin-wallet/coin-balance.tsx';
import { CoinHistory } from '../../../features/wallet/coin-wallet/coin-history.tsx';
import { CoinProfit } from '../../../features/wallet/coin-wallet/coin-profit.tsx';
import { useIsUnknownCoin } from '../../../features/wallet/coin-wallet/use-coin-wallet.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { WalletFrame } from '../../../ui/wallet-frame.tsx';

/** The format of coin names. For text of any other format, no request is sent. */
const COIN = /^[A-Za-z0-9]{1,8}$/;

export function CoinPage() {
  const client = useClient();
  const { coin } = useParams({ from: paths.walletCoin });
  if (!client) return <PageSkeleton />;
  return COIN.test(coin) ? <Coin coin={coin.toUpperCase()} /> : <NotFoundPage />;
}

function Coin({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('history');
  const isUnknown = useIsUnknownCoin(coin);
  usePageTitle(t('coin.title', { coin }));
  if (isUnknown) return <NotFoundPage />;
  return (
    <WalletFrame title={t('coin.title', { coin })}>
      <CoinBalance coin={coin} />
      <CoinProfit coin={coin} />
      <CoinHistory key={coin} coin={coin} />
    </WalletFrame>
  );
}
