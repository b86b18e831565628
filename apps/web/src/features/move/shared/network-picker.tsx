import { IconChevronDown } from '@tabler/icons-react';
import { Chip, Dialog } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CoinNetwork } from '../../../lib/coin-networks.ts';
import styles from './coin-picker.module.css';

type NetworkPickerProps = {
  readonly network: CoinNetwork | undefined;
  /** The networks of the chosen coin. */
  readonly choices: readonly CoinNetwork[];
  readonly isOpen: (network: CoinNetwork) => boolean;
  /** Shown below each network's name in the list, such as the arrival time. */
  readonly about: (network: CoinNetwork) => ReactNode;
  /** A mark that distinguishes a network from the others, such as the lowest fee. */
  readonly mark?: (network: CoinNetwork) => string | undefined;
  readonly onChoose: (network: CoinNetwork['value']) => void;
};

/** A network, and the dialog for choosing another, with the fee and arrival time of each. */
export function NetworkPicker({ network, choices, isOpen, about, mark, onChoose }: NetworkPickerProps) {
  const { t } = useTranslation();
  const [isChoosing, setIsChoosing] = useState(false);
  const label = t('networkPicker.label');
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-shape="field"
        aria-haspopup="dialog"
        aria-label={t('coinPicker.change', { label, coin: network?.name ?? '' })}
        onClick={() => setIsChoosing(true)}
      >
        <b className={styles.name}>{network?.name ?? t('networkPicker.none')}</b>
        {network && mark?.(network) ? <Chip tone="note">{mark(network)}</Chip> : null}
        <IconChevronDown size={16} stroke={1.8} aria-hidden="true" className={styles.chevron} />
      </button>
      <Dialog opened={isChoosing} onClose={() => setIsChoosing(false)} title={t('networkPicker.title')}>
        <p>{t('networkPicker.text')}</p>
        <ul className={styles.list}>
          {choices.map((choice) => (
            <li key={choice.value}>
              <button
                type="button"
                aria-current={choice.value === network?.value || undefined}
                onClick={() => {
                  setIsChoosing(false);
                  onChoose(choice.value);
                }}
              >
                <span>
                  <b>{choice.name}</b>
                  <small>{about(choice)}</small>
                </span>
                <span className={styles.detail}>
                  {isOpen(choice) ? (
                    mark?.(choice) && <Chip tone="note">{mark(choice)}</Chip>
                  ) : (
                    <Chip tone="wait">{t('networkPicker.stopped')}</Chip>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
