import { IconAddressBook } from '@tabler/icons-react';
import { Chip, Dialog, EmptyState } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { CoinNetwork } from '../../../lib/coin-networks.ts';
import { paths } from '../../../lib/paths.ts';
import { dateTimeText } from '../../../lib/when.ts';
import type { SavedAddress } from '../../../lib/withdrawals.ts';
import { AddressText } from '../../../ui/address-text.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import styles from './withdraw.module.css';

type SavedAddressPickerProps = {
  readonly coin: string;
  /** Networks that support the coin. */
  readonly networks: readonly CoinNetwork[];
  readonly saved: readonly SavedAddress[] | undefined;
  readonly onChoose: (saved: SavedAddress) => void;
  readonly onClose: () => void;
};

/**
 * The saved addresses on networks that support the coin. Addresses saved recently can be chosen too, with a warning.
 */
export function SavedAddressPicker({ coin, networks, saved, onChoose, onClose }: SavedAddressPickerProps) {
  const { t } = useTranslation('withdraw');
  const fitting = (saved ?? []).filter((one) => networks.some(({ value }) => value === one.network));
  return (
    <Dialog opened onClose={onClose} title={t('saved.choose')} size={520}>
      {fitting.length === 0 ? (
        <EmptyState icon={IconAddressBook} title={t('saved.none', { coin })} role="status">
          {t('saved.noneText', { coin })}
        </EmptyState>
      ) : (
        <ul className={styles.picks}>
          {fitting.map((one) => (
            <li key={one.id}>
              <button type="button" onClick={() => onChoose(one)}>
                <span className={styles.pickHead}>
                  <b>{one.label}</b>
                  <Chip>{networks.find(({ value }) => value === one.network)?.name ?? one.network}</Chip>
                </span>
                <AddressText address={one.address} />
                <small className="num">
                  {one.usable_at > Date.now()
                    ? t('saved.usable', { time: dateTimeText(one.usable_at) })
                    : t('saved.used', { count: one.used })}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink to={paths.savedAddresses} variant="default" fullWidth mt="md">
        {t('saved.manage')}
      </ButtonLink>
    </Dialog>
  );
}
