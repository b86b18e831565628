import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { CoinIcon, Dialog } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CoinChooser } from './coin-chooser.tsx';
import styles from './invest.module.css';
import type { InvestCoins } from './invest-data.ts';
import { type CoinShare, partText, totalPercent, withCoin } from './plan-form.ts';

type ShareRowsProps = {
  readonly shares: readonly CoinShare[];
  readonly amount: string;
  readonly coins: InvestCoins;
  readonly onChange: (shares: readonly CoinShare[]) => void;
};

/** The coins of a portfolio with their shares, which must add up to 100%. */
export function ShareRows({ shares, amount, coins, onChange }: ShareRowsProps) {
  const { t } = useTranslation('invest');
  const [isAdding, setIsAdding] = useState(false);
  const total = totalPercent(shares);
  const change = (name: string, percent: number) =>
    onChange(shares.map((share) => (share.name === name ? { name, percent } : share)));
  const others = coins.coins.filter(({ name }) => !shares.some((share) => share.name === name));
  return (
    <div>
      <p className={styles.label}>
        <span>{t('editor.portfolio')}</span>
        <span data-wrong={total !== 100 || undefined} role="status">
          {total === 100 ? t('editor.whole') : t('editor.total', { total })}
        </span>
      </p>
      <div className={styles.mix} aria-hidden="true">
        {shares.map(({ name, percent }) => (
          <i key={name} style={{ flexGrow: percent }} />
        ))}
      </div>
      <ul className={styles.shares}>
        {shares.map((share) => (
          <ShareRow
            key={share.name}
            share={share}
            amount={amount}
            onChange={(percent) => change(share.name, percent)}
            onRemove={
              shares.length === 1 ? undefined : () => onChange(shares.filter(({ name }) => name !== share.name))
            }
          />
        ))}
      </ul>
      {shares.length >= coins.most_coins ? null : (
        <Button variant="subtle" size="sm" onClick={() => setIsAdding(true)}>
          {t('editor.add')}
        </Button>
      )}
      <Dialog opened={isAdding} onClose={() => setIsAdding(false)} title={t('editor.add')}>
        <CoinChooser
          label={t('editor.searchCoin')}
          coins={others}
          onChoose={(name) => {
            onChange(withCoin(shares, name));
            setIsAdding(false);
          }}
        />
      </Dialog>
    </div>
  );
}

type ShareRowProps = {
  readonly share: CoinShare;
  readonly amount: string;
  readonly onChange: (percent: number) => void;
  readonly onRemove: (() => void) | undefined;
};

function ShareRow({ share: { name, percent }, amount, onChange, onRemove }: ShareRowProps) {
  const { t } = useTranslation('invest');
  const typed = (text: string) => onChange(Math.min(100, Number(text.replace(/\D/g, '').slice(0, 3))));
  return (
    <li>
      <CoinIcon coin={name} size={24} />
      <span>
        <b>{name}</b>
        <small className="num">{partText(amount, percent)} USDT</small>
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-label={t('editor.shareSlider', { coin: name })}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <label className={styles.percent}>
        <input
          className="num"
          inputMode="numeric"
          value={String(percent)}
          aria-label={t('editor.share', { coin: name })}
          onChange={(event) => typed(event.currentTarget.value)}
        />
        %
      </label>
      <button
        type="button"
        className={styles.remove}
        aria-label={t('editor.removeCoin', { coin: name })}
        disabled={onRemove === undefined}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.8} aria-hidden="true" />
      </button>
    </li>
  );
}
