import { IconSearchOff } from '@tabler/icons-react';
import { ChangeText, CoinIcon, EmptyState, formatPercent, formatPrice, LoadFailed } from '@vitrine/ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coinOfContract, type FuturesTicker, useFuturesTickers } from '../../../lib/futures.ts';
import styles from './contract-list.module.css';

const RATE_DECIMALS = 4;

type ContractListProps = {
  readonly current: string;
  readonly onChoose: (coin: string) => void;
  /** Whether the search field takes the focus: in a dialog, but not in a panel. */
  readonly takesFocus?: boolean;
};

/** All perpetual markets with price, change and funding rate: searchable, chosen by click, or arrow keys and Enter. */
export function ContractList({ current, onChoose, takesFocus = false }: ContractListProps) {
  const { t } = useTranslation(['futures', 'trade']);
  const id = useId();
  const tickers = useFuturesTickers();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const wanted = text.trim().toLowerCase();
  const found = (tickers.data ?? []).filter(({ name }) => name.toLowerCase().includes(wanted));
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[active];
    if (event.key === 'Enter' && chosen) onChoose(coinOfContract(chosen.name));
    else if (event.key === 'ArrowDown') setActive(Math.min(active + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(active - 1, 0));
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.search}>
      <input
        type="search"
        className={styles.input}
        role="combobox"
        aria-label={t('markets.search')}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        placeholder={t('markets.search')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        data-autofocus={takesFocus || undefined}
      />
      {tickers.isLoadingError ? <LoadFailed title={t('markets.failed')} onRetry={tickers.refetch} /> : null}
      {tickers.isSuccess && found.length === 0 ? (
        <EmptyState icon={IconSearchOff} title={t('trade:search.empty')}>
          {t('trade:search.emptyNext')}
        </EmptyState>
      ) : null}
      <div
        id={`${id}-list`}
        className={styles.list}
        role="listbox"
        aria-label={t('markets.title')}
        aria-busy={tickers.isPending}
        tabIndex={-1}
      >
        {found.map((ticker, index) => (
          <ContractRow
            key={ticker.name}
            id={`${id}-${index}`}
            ticker={ticker}
            isActive={index === active}
            isCurrent={coinOfContract(ticker.name) === current}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  );
}

type ContractRowProps = Pick<ContractListProps, 'onChoose'> & {
  readonly id: string;
  readonly ticker: FuturesTicker;
  readonly isActive: boolean;
  readonly isCurrent: boolean;
};

function ContractRow({ id, ticker, isActive, isCurrent, onChoose }: ContractRowProps) {
  const { t } = useTranslation('futures');
  const coin = coinOfContract(ticker.name);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the list's keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className={styles.row}
      aria-selected={isActive}
      aria-current={isCurrent || undefined}
      onClick={() => onChoose(coin)}
    >
      <CoinIcon coin={coin} size={22} />
      <b>{coin}USDT</b>
      <span className="num">{formatPrice(ticker.last_price)}</span>
      <small className={styles.funding}>
        {t('markets.funding', { rate: formatPercent(ticker.funding_rate_percent, RATE_DECIMALS) })}
      </small>
      <ChangeText value={ticker.percent} className={styles.change ?? ''} />
    </div>
  );
}
