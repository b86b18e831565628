import type { endpoints, ResponseOf } from '@vitrine/contract';
import { formatUnits } from 'viem/utils';
import type { Handler } from '../services.ts';
import type { WatchedNetwork } from '../signer/signer-watch.ts';

export const consoleSigner: Handler<'consoleSigner'> = async ({ services }) => {
  const { state, sinceMs, problem, isStopped, networks } = await services.custody.signer.report();
  return { state, since: Math.floor(sinceMs), problem, is_stopped: isStopped, networks: networks.map(networkView) };
};

function networkView({
  chain,
  health,
  hasOurHotAddress,
  hasOurXpub,
}: WatchedNetwork): ResponseOf<typeof endpoints.consoleSigner>['networks'][number] {
  const own = chain.coins.find(({ contract }) => contract === undefined);
  const text = (coin: string, smallest: string) =>
    formatUnits(BigInt(smallest), chain.coins.find((one) => one.coin === coin)?.decimals ?? 0);
  const ownCoin = own?.coin ?? '';
  return {
    network: chain.network,
    is_known: health !== undefined,
    hot_address: chain.hotAddress,
    hot_agrees: hasOurHotAddress,
    deposits_agree: hasOurXpub,
    key_fingerprint: health?.depositXpub ?? '',
    fee_coin: ownCoin,
    fees_used: text(ownCoin, health?.feesUsed ?? '0'),
    fees_per_day: text(ownCoin, health?.feesPerDay ?? '0'),
    coins: (health?.coins ?? [])
      .filter(({ coin }) => chain.coins.some((one) => one.coin === coin))
      .map(({ coin, used, perDay }) => ({ coin, used: text(coin, used), per_day: text(coin, perDay) })),
  };
}
