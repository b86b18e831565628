import { IconChevronDown, IconSearchOff } from '@tabler/icons-react';
import { CoinIcon, Dialog, EmptyState } from '@vitrine/ui';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../ui/search-field.tsx';
import styles from './coin-picker.module.css';

export type CoinChoice = {
  readonly coin: string;
  readonly fullName: string;
  /** Shown beside the coin in the list, such as its balance. */
  readonly detail?: ReactNode;
};

type CoinPickerProps = {
  readonly label: string;
  readonly coin: string;
  /** In the order in which the list shows them. */
  readonly choices: readonly CoinChoice[];
  readonly onChoose: (coin: string) => void;
  /** `field` fills its line with the coin's full name, `tag` shows only the coin's code. */
  readonly shape?: 'field' | 'tag';
};

/** A button with the chosen coin, and the dialog to choose another by typing part of its name. */
export function CoinPicker({ label, coin, choices, onChoose, shape = 'field' }: CoinPickerProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const fullName = choices.find((choice) => choice.coin === coin)?.fullName ?? '';
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-shape={shape}
        aria-haspopup="dialog"
        aria-label={t('coinPicker.change', { label, coin })}
        onClick={() => setIsOpen(true)}
      >
        <CoinIcon coin={coin} size={shape === 'tag' ? 26 : 24} />
        <b>{coin}</b>
        {shape === 'field' ? <span className={styles.full}>{fullName}</span> : null}
        <IconChevronDown size={16} stroke={1.8} aria-hidden="true" className={styles.chevron} />
      </button>
      <Dialog opened={isOpen} onClose={() => setIsOpen(false)} title={label}>
        <Choices
          coin={coin}
          choices={choices}
          onChoose={(next) => {
            setIsOpen(false);
            onChoose(next);
          }}
        />
      </Dialog>
    </>
  );
}

function Choices({ coin, choices, onChoose }: Pick<CoinPickerProps, 'coin' | 'choices' | 'onChoose'>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = choices.filter((choice) => `${choice.coin} ${choice.fullName}`.toLowerCase().includes(wanted));
  const chooseFirst = (event: KeyboardEvent) => {
    const first = found[0];
    if (event.key !== 'Enter' || !first) return;
    event.preventDefault();
    onChoose(first.coin);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field below chooses the first coin found
    <div className={styles.choices} onKeyDown={wanted === '' ? undefined : chooseFirst}>
      <SearchField label={t('coinPicker.search')} value={text} onChange={setText} />
      {found.length === 0 ? <EmptyState icon={IconSearchOff} title={t('coinPicker.none')} role="status" /> : null}
      <ul className={styles.list}>
        {found.map((choice) => (
          <li key={choice.coin}>
            <button
              type="button"
              aria-current={choice.coin === coin || undefined}
              onClick={() => onChoose(choice.coin)}
            >
              <CoinIcon coin={choice.coin} size={28} />
              <span>
                <b>{choice.coin}</b>
                <small>{choice.fullName}</small>
              </span>
              <span className={`num ${styles.detail}`}>{choice.detail}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
