import { CoinIcon } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../ui/search-field.tsx';
import styles from './invest.module.css';
import type { InvestCoins } from './invest-data.ts';
import { type List, lists } from './plan-form.ts';

/** Whether any of the texts contains the search term. */
const isFound = (wanted: string, ...texts: readonly string[]): boolean =>
  texts.some((text) => text.toLowerCase().includes(wanted.trim().toLowerCase()));

type CoinChooserProps = {
  readonly label: string;
  readonly coins: InvestCoins['coins'];
  /** The selected coin of a single plan. Undefined for a portfolio, where each selection adds a coin. */
  readonly chosen?: string | undefined;
  readonly onChoose: (coin: string) => void;
};

/** A search field and the matching coins. */
export function CoinChooser({ label, coins, chosen, onChoose }: CoinChooserProps) {
  const { t } = useTranslation('invest');
  const [wanted, setWanted] = useState('');
  const found = coins.filter(({ name, full_name }) => isFound(wanted, name, full_name));
  return (
    <div className={styles.chooser}>
      <SearchField label={label} value={wanted} onChange={setWanted} />
      {found.length === 0 ? <p className={styles.quiet}>{t('editor.notFound')}</p> : null}
      <ul className={styles.coins}>
        {found.map(({ name, full_name }) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={chosen === undefined ? undefined : name === chosen}
              onClick={() => onChoose(name)}
            >
              <CoinIcon coin={name} size={20} />
              <b>{name}</b>
              <small>{full_name}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

type ListChooserProps = {
  readonly coins: InvestCoins;
  readonly chosen: List;
  readonly onChoose: (list: List) => void;
};

/** A search field and the matching lists of coins, by name of the list or of a coin in it. */
export function ListChooser({ coins, chosen, onChoose }: ListChooserProps) {
  const { t } = useTranslation('invest');
  const [wanted, setWanted] = useState('');
  const coinsOf = (list: List) => coins.lists.find((one) => one.list === list)?.coins ?? [];
  const found = lists.filter((list) => isFound(wanted, t(`lists.${list}`), ...coinsOf(list)));
  return (
    <div className={styles.chooser}>
      <SearchField label={t('editor.searchList')} value={wanted} onChange={setWanted} />
      {found.length === 0 ? <p className={styles.quiet}>{t('editor.notFound')}</p> : null}
      <ul className={styles.lists}>
        {found.map((list) => (
          <li key={list}>
            <button type="button" aria-pressed={list === chosen} onClick={() => onChoose(list)}>
              <b>{t(`lists.${list}`)}</b>
              <span className={styles.stack}>
                {coinsOf(list).map((coin) => (
                  <CoinIcon key={coin} coin={coin} size={20} />
                ))}
              </span>
              <small>{coinsOf(list).join(', ')}</small>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>{t('editor.linkedText')}</p>
    </div>
  );
}
