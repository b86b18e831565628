import { Button } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { Chip, EmptyState, LoadFailed } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCoinNetworks } from '../../../lib/coin-networks.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { type SavedAddress, useSavedAddresses } from '../../../lib/withdrawals.ts';
import { AddressText } from '../../../ui/address-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import { RemoveAddressDialog } from './remove-address-dialog.tsx';
import { RenameAddressDialog } from './rename-address-dialog.tsx';
import { SaveAddressDialog } from './save-address-dialog.tsx';
import styles from './saved-addresses.module.css';

type Act = { readonly kind: 'rename' | 'remove'; readonly address: SavedAddress };

/** The client's saved addresses, with controls to add, rename and remove addresses. */
export function SavedAddressesPanel() {
  const { t } = useTranslation('withdraw');
  const { data, isError, refetch } = useSavedAddresses();
  const { data: networks } = useCoinNetworks();
  const [isAdding, setIsAdding] = useState(false);
  const [act, setAct] = useState<Act>();
  const add = (
    <Button disabled={networks === undefined} onClick={() => setIsAdding(true)}>
      {t('saved.add')}
    </Button>
  );
  return (
    <Section title={t('saved.title')} action={data && data.length > 0 ? add : null}>
      {data === undefined ? (
        isError ? (
          <LoadFailed title={t('saved.failed')} onRetry={refetch} />
        ) : (
          <SkeletonLines lines={4} />
        )
      ) : data.length === 0 ? (
        <EmptyState size="page" icon={IconAddressBook} title={t('saved.empty')} action={add}>
          {t('saved.emptyText')}
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {data.map((address) => (
            <Item key={address.id} address={address} onAct={(kind) => setAct({ kind, address })} />
          ))}
        </ul>
      )}
      {isAdding && networks ? <SaveAddressDialog networks={networks} onClose={() => setIsAdding(false)} /> : null}
      {act?.kind === 'rename' ? <RenameAddressDialog address={act.address} onClose={() => setAct(undefined)} /> : null}
      {act?.kind === 'remove' ? <RemoveAddressDialog address={act.address} onClose={() => setAct(undefined)} /> : null}
    </Section>
  );
}

type ItemProps = { readonly address: SavedAddress; readonly onAct: (kind: Act['kind']) => void };

function Item({ address, onAct }: ItemProps) {
  const { t } = useTranslation('withdraw');
  const { data: networks } = useCoinNetworks();
  const { label, network, usable_at, used } = address;
  const isWaiting = usable_at > Date.now();
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <h3>
          {label} <Chip>{networks?.find(({ value }) => value === network)?.name ?? network}</Chip>
        </h3>
        <AddressText address={address.address} />
        <p className="num" data-waiting={isWaiting || undefined}>
          {isWaiting ? t('saved.usable', { time: dateTimeText(usable_at) }) : t('saved.used', { count: used })}
        </p>
      </div>
      <div className={styles.acts}>
        <Button variant="default" aria-label={t('saved.renameNamed', { label })} onClick={() => onAct('rename')}>
          {t('saved.rename')}
        </Button>
        <Button variant="default" aria-label={t('saved.removeNamed', { label })} onClick={() => onAct('remove')}>
          {t('saved.remove')}
        </Button>
      </div>
    </li>
  );
}
