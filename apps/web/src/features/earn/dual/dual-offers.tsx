import { Button, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconScale } from '@tabler/icons-react';
import { type Column, DataTable, EmptyState, formatExact, formatPercent, LoadFailed } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../../lib/decimal.ts';
import { useSpotWallet } from '../../../lib/wallet.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { type DualOffer, useDualOffers } from '../shared/dual-data.ts';
import styles from './dual.module.css';
import { distanceText } from './dual-figures.ts';

const ROWS = 20;
/** The filter of High Yield products: all, or one kind. Only one kind exists so far. */
const KINDS = ['all', 'dual'] as const;
const SIDES = ['SELL_HIGH', 'BUY_LOW'] as const;
type Side = (typeof SIDES)[number];

type DualOffersProps = { readonly onSubscribe: (offer: DualOffer) => void };

/** The dual-investment offers of a coin and a side, below a risk warning. */
export function DualOffers({ onSubscribe }: DualOffersProps) {
  const { t } = useTranslation('earn');
  const { data, isError, refetch } = useDualOffers();
  const [kind, setKind] = useState<string>('all');
  const [chosen, setChosen] = useState<string>();
  const [side, setSide] = useState<Side>('SELL_HIGH');
  const coins = [...new Set(data?.offers.map(({ name }) => name))];
  const coin = coins.find((one) => one === chosen) ?? coins[0] ?? '';
  const rows = data?.offers.filter((offer) => offer.name === coin && offer.side === side && isTimely(offer));
  const index = data?.offers.find(({ name }) => name === coin)?.index;
  const columns = useColumns(onSubscribe);
  const failed = <LoadFailed title={t('dual.failed')} onRetry={() => void refetch()} />;
  return (
    <div className={styles.list}>
      <Warning />
      <div className={styles.choices}>
        <SegmentedControl
          aria-label={t('dual.kind')}
          value={kind}
          onChange={setKind}
          data={KINDS.map((value) => ({ value, label: t(`dual.kinds.${value}`) }))}
        />
        {coins.length < 2 ? null : (
          <SegmentedControl aria-label={t('dual.coin')} value={coin} onChange={setChosen} data={coins} />
        )}
        <SegmentedControl
          aria-label={t('dual.side')}
          value={side}
          onChange={(next) => setSide(next as Side)}
          data={SIDES.map((value) => ({ value, label: t(`dual.sides.${value}`) }))}
        />
        <Index index={index} coin={coin} />
      </div>
      {coin === '' ? null : <p className={styles.lead}>{t(`dual.about.${side}`, { coin })}</p>}
      {isError && data === undefined ? (
        failed
      ) : (
        <DataTable
          key={`${coin} ${side}`}
          label={t('dual.label')}
          columns={columns}
          data={rows === undefined ? { status: 'pending' } : { status: 'success', rows }}
          rowKey={({ id }) => String(id)}
          pageSize={ROWS}
          pageLabel={(page) => t('products.page', { page })}
          card={(offer) => <OfferCard offer={offer} onSubscribe={onSubscribe} />}
          skeletonRows={5}
          empty={
            <EmptyState
              size="page"
              icon={IconScale}
              caption={t('products.none')}
              title={t('dual.noneText')}
              role="status"
            />
          }
          error={failed}
        />
      )}
    </div>
  );
}

/** Whether the offer's strike and rate still fit the index. Other offers are hidden, because new ones replace them. */
const isTimely = ({ closed_reason }: DualOffer): boolean => closed_reason !== 'price' && closed_reason !== 'moved';

/** How these products differ from savings; shown before anything else. */
function Warning() {
  const { t } = useTranslation('earn');
  return (
    <div className={styles.warning} role="note">
      <IconAlertTriangle size={18} aria-hidden />
      <div>
        <b>{t('dual.warning')}</b>
        <p>{t('dual.warningText')}</p>
      </div>
    </div>
  );
}

function Index({ index, coin }: { readonly index: string | undefined; readonly coin: string }) {
  const { t } = useTranslation('earn');
  if (coin === '') return null;
  return (
    <p className={`num ${styles.index}`}>
      {index === undefined
        ? t('dual.noIndex', { coin })
        : t('dual.index', { coin, index: formatExact(trimZeros(index)) })}
    </p>
  );
}

function useColumns(onSubscribe: DualOffersProps['onSubscribe']): readonly Column<DualOffer>[] {
  const { t } = useTranslation('earn');
  return [
    { key: 'strike', header: t('dual.strike'), render: (offer) => <Strike offer={offer} /> },
    {
      key: 'expires',
      header: t('dual.expires'),
      render: ({ expires_at, days }) => (
        <span className={styles.two}>
          {dateTimeText(expires_at)}
          <small>{t('products.days', { count: days })}</small>
        </span>
      ),
    },
    { key: 'apr', header: t('stakes.apr'), align: 'end', render: ({ apr }) => <b className="num">{apr}%</b> },
    {
      key: 'available',
      header: t('dual.available'),
      align: 'end',
      render: ({ available, deposit }) => (
        <span className="num">
          {formatExact(trimZeros(available))} {deposit.name}
        </span>
      ),
    },
    {
      key: 'act',
      header: '',
      align: 'end',
      render: (offer) => <SubscribeButton offer={offer} onSubscribe={onSubscribe} />,
    },
  ];
}

/** The strike, its distance from the index, and the reason if the offer is closed. */
function Strike({ offer: { strike, index, closed_reason } }: { readonly offer: DualOffer }) {
  const { t } = useTranslation('earn');
  const distance = distanceText(strike, index);
  return (
    <span className={styles.two}>
      <b className="num">{formatExact(trimZeros(strike))} USDT</b>
      {distance === undefined ? null : (
        <small className="num">{t('dual.distance', { percent: formatPercent(distance) })}</small>
      )}
      {closed_reason === undefined ? null : (
        <small className={styles.closed}>{t(`dual.closed.${closed_reason}`)}</small>
      )}
    </span>
  );
}

/** Enabled once the balance has loaded, because the dialog checks the amount against it. */
function SubscribeButton({ offer, onSubscribe }: DualOffersProps & { readonly offer: DualOffer }) {
  const { t } = useTranslation('earn');
  const { data: wallet } = useSpotWallet();
  return (
    <Button
      size="sm"
      aria-label={t('dual.subscribeTo', {
        side: t(`dual.sides.${offer.side}`),
        coin: offer.name,
        strike: formatExact(trimZeros(offer.strike)),
        time: dateTimeText(offer.expires_at),
      })}
      disabled={!offer.open || wallet === undefined}
      onClick={() => onSubscribe(offer)}
    >
      {t('products.subscribe')}
    </Button>
  );
}

function OfferCard({ offer, onSubscribe }: DualOffersProps & { readonly offer: DualOffer }) {
  const { t } = useTranslation('earn');
  return (
    <div className={styles.card}>
      <div>
        <Strike offer={offer} />
        <SubscribeButton offer={offer} onSubscribe={onSubscribe} />
      </div>
      <div className={styles.facts}>
        <span>{dateTimeText(offer.expires_at)}</span>
        <span>{t('products.days', { count: offer.days })}</span>
        <b className="num">{t('dual.rate', { apr: offer.apr })}</b>
      </div>
    </div>
  );
}
