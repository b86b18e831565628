import { Skeleton } from '@mantine/core';
import { IconArrowBarDown, IconArrowBarUp, IconRefresh, IconTransfer } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ChangeText, CoinIcon, formatAmount, formatPrice, LoadFailed, Panel } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../../lib/api.ts';
import { useCoinNetworks } from '../../../lib/coin-networks.ts';
import { trimZeros } from '../../../lib/decimal.ts';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Acts } from '../shared/acts.tsx';
import { FrozenCauses } from '../shared/frozen-causes.tsx';
import { Sum } from '../shared/sum.tsx';
import styles from './coin-wallet.module.css';
import { useCoinWallet } from './use-coin-wallet.ts';

type CoinWallet = CallResponse<'GET /api/v3/wallet-single-coin'>;

/** A coin in the spot wallet: what is available, what is frozen and why, and its market. */
export function CoinBalance({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('history');
  const { data, isError, refetch } = useCoinWallet(coin);
  if (!data)
    return (
      <Panel className={styles.balance ?? ''}>
        {isError ? (
          <LoadFailed title={t('coin.failed')} onRetry={refetch} />
        ) : (
          <div className={styles.bones}>
            <Skeleton height="100%" radius={8} />
          </div>
        )}
      </Panel>
    );
  const { balance } = data;
  const amount = (text: string) => formatPrice(trimZeros(text));
  return (
    <Panel className={styles.balance ?? ''}>
      <div className={styles.top}>
        <CoinIcon coin={data.coin.name} size={44} />
        <div>
          <p className={styles.label}>{t('coin.spot')}</p>
          <p className={`num ${styles.total}`}>
            {amount(balance.wallet_balance)} <em>{data.coin.name}</em>
          </p>
          {coin === 'USDT' ? null : (
            <p className="num dim">{t('coin.worth', { value: formatAmount(balance.usdt_value, 2) })}</p>
          )}
        </div>
        <PairTile data={data} />
      </div>
      <CoinActs coin={coin} />
      {balance.causes.length > 0 ? (
        <div className={styles.causes}>
          <FrozenCauses coin={coin} causes={balance.causes} />
        </div>
      ) : null}
      <div className={styles.foot}>
        <Sum
          terms={[
            { name: t('coin.available'), value: amount(balance.available) },
            { sign: '+', name: t('coin.frozen'), value: amount(balance.freeze_balance) },
            { sign: '=', name: t('coin.spot'), value: amount(balance.wallet_balance) },
          ]}
        />
      </div>
    </Panel>
  );
}

/** Actions for this coin: deposit and withdraw if it has networks, convert, and transfer. */
function CoinActs({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('history');
  const hasNetwork = useCoinNetworks().data?.some((row) => row.coin === coin) ?? true;
  return (
    <div className={styles.acts}>
      <Acts label={t('coin.acts', { coin })}>
        {hasNetwork ? (
          <>
            <ButtonLink to={paths.deposit} search={{ coin }} leftSection={<IconArrowBarDown size={17} stroke={1.8} />}>
              {t('coin.deposit')}
            </ButtonLink>
            <ButtonLink
              to={paths.withdraw}
              search={{ coin }}
              variant="default"
              leftSection={<IconArrowBarUp size={17} stroke={1.8} />}
            >
              {t('coin.withdraw')}
            </ButtonLink>
          </>
        ) : null}
        <ButtonLink
          to={paths.convert}
          search={{ from: coin }}
          variant="default"
          leftSection={<IconRefresh size={17} stroke={1.8} />}
        >
          {t('coin.convert')}
        </ButtonLink>
        <ButtonLink
          to={paths.transfer}
          search={{ coin }}
          variant="default"
          leftSection={<IconTransfer size={17} stroke={1.8} />}
        >
          {t('coin.transfer')}
        </ButtonLink>
      </Acts>
    </div>
  );
}

/** A link to the coin's market, with its price; for the quote asset, a link to buy it. */
function PairTile({ data: { coin, price } }: { readonly data: CoinWallet }) {
  const { t } = useTranslation('history');
  if (coin.name === 'USDT')
    return (
      <Link to={paths.buy} className={styles.pair}>
        <span>{t('coin.buy')}</span>
        <small className="dim">{t('coin.buyText')}</small>
      </Link>
    );
  if (price.close === '') return null;
  return (
    <Link to={paths.tradeChart} params={{ coin: coin.name }} className={styles.pair}>
      <span>{t('coin.trade', { coin: coin.name })}</span>
      <b className="num">{formatPrice(price.close)}</b>
      <ChangeText value={price.percent} arrow />
    </Link>
  );
}
