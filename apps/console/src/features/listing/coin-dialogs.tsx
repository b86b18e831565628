import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { BeforeAfter } from '../../ui/before-after.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import {
  type DescriptionDraft,
  descriptionDraft,
  descriptionFault,
  descriptionOf,
  type LedgerDraft,
  ledgerFault,
  newDescription,
  scaleOf,
} from './coin-draft.ts';
import { DescriptionFields, LedgerFields } from './coin-fields.tsx';
import { COINS_KEY, type CoinsResponse, type ListedCoin, useMaySetFees } from './listing.ts';
import { editedTable, type NetworkDraft, networkFault } from './network-draft.ts';
import { NetworkFields } from './network-fields.tsx';

const SIZE = 640;

interface ListCoinDialogProps {
  readonly answer: CoinsResponse;
  readonly onClose: () => void;
}

/**
 * The fields of a coin's networks as typed, and the request to change the networks. A retry does not repeat a request
 * that was accepted, unless the fields have changed since.
 */
function useNetworks({ coin_networks: table, settings_version }: CoinsResponse, { coin, scale }: LedgerDraft) {
  const mayEdit = useMaySetFees();
  const [draft, setDraft] = useState<NetworkDraft>({});
  const sent = useRef('');
  const rows = table.filter((row) => row.coin === coin);
  const fault = networkFault(rows, draft, scaleOf(scale));
  const edited = editedTable(rows, draft);
  const isChanged = edited.some((row, index) => row !== rows[index]);
  const ask = async (reason: string) => {
    const body = {
      base_version: settings_version,
      table: table.map((row) => edited[rows.indexOf(row)] ?? row),
      reason,
    };
    const text = JSON.stringify(edited);
    if (!isChanged || sent.current === text) return;
    await call('POST /api/v3/console/treasury/ask-for-table', { body });
    sent.current = text;
  };
  const change = (part: NetworkDraft) => setDraft((before) => ({ ...before, ...part }));
  return { fault, isChanged, ask, fields: { coin, rows, draft, fault, mayEdit, onChange: change } };
}

/** Requests the listing of a new coin, and changes to its networks. */
export function ListCoinDialog({ answer, onClose }: ListCoinDialogProps) {
  const { coins } = answer;
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const [ledger, setLedger] = useState<LedgerDraft>({ coin: '', scale: '8' });
  const [described, setDescribed] = useState<DescriptionDraft>(() => newDescription(coins));
  const [icon, setIcon] = useState<File>();
  const networks = useNetworks(answer, ledger);
  const fault = ledgerFault(ledger, coins) ?? descriptionFault(described);
  const networksOpen = networks.fault && t(`networks.${networks.fault.text}`);
  return (
    <ActDialog
      title={t('coin.title')}
      size={SIZE}
      onClose={onClose}
      action={t('ask')}
      done={t(networks.isChanged ? 'networks.asked' : 'asked')}
      fault={fault ? t(`coin.${fault.text}`, { coin: ledger.coin }) : networksOpen}
      isGuided
      faultField={fault ? fault.field : networks.fault?.field}
      act={async (reason) => {
        const scale = scaleOf(ledger.scale) ?? 0;
        // The request may have been refused because the table has changed since the dialog was opened. The table is
        // read again; what is typed stays.
        await networks.ask(reason).catch(async (thrown: unknown) => {
          await queries.invalidateQueries({ queryKey: COINS_KEY });
          throw thrown;
        });
        const uploaded = await uploadIcon(icon);
        await call('POST /api/v3/console/coins/ask-for', {
          body: { coin: ledger.coin, scale, ...descriptionOf(described), ...uploaded, reason },
        });
        await queries.invalidateQueries({ queryKey: ['approvals'] });
      }}
    >
      <LedgerFields draft={ledger} fault={fault} onChange={(part) => setLedger({ ...ledger, ...part })} />
      <DescriptionFields draft={described} onChange={(part) => setDescribed({ ...described, ...part })}>
        <IconField current="" icon={icon} onIcon={setIcon} />
      </DescriptionFields>
      <NetworkFields {...networks.fields} />
      <p className="dim">
        {t('nextTwo')} {t('coin.next')}
      </p>
    </ActDialog>
  );
}

interface DescribeCoinDialogProps {
  readonly coin: ListedCoin;
  readonly onClose: () => void;
}

/** Requests a change to a coin's description. */
export function DescribeCoinDialog({ coin, onClose }: DescribeCoinDialogProps) {
  const { t } = useTranslation('listing');
  const queries = useQueryClient();
  const [draft, setDraft] = useState<DescriptionDraft>(() => descriptionDraft(coin));
  const [before, after] = [descriptionOf(descriptionDraft(coin)), descriptionOf(draft)];
  const [icon, setIcon] = useState<File>();
  const isSame = icon === undefined && coin.is_described && JSON.stringify(before) === JSON.stringify(after);
  const fault = descriptionFault(draft);
  return (
    <ActDialog
      title={t('coin.editTitle', coin)}
      size={SIZE}
      onClose={onClose}
      action={t('ask')}
      done={t('asked')}
      fault={fault ? t(`coin.${fault.text}`, { coin: coin.coin }) : isSame ? t('same') : undefined}
      isGuided
      faultField={fault?.field}
      act={async (reason) => {
        const uploaded = await uploadIcon(icon);
        const body = { coin: coin.coin, ...after, ...uploaded, reason };
        await call('POST /api/v3/console/coins/ask-to-describe', { body });
        await queries.invalidateQueries({ queryKey: ['approvals'] });
      }}
    >
      <DescriptionFields draft={draft} onChange={(part) => setDraft({ ...draft, ...part })}>
        <IconField current={coin.image} icon={icon} onIcon={setIcon} />
      </DescriptionFields>
      {isSame ? null : <DescriptionChanges before={coin.is_described ? before : null} after={after} />}
      <p className="dim">{t('nextTwo')}</p>
    </ActDialog>
  );
}

type Described = ReturnType<typeof descriptionOf>;

function DescriptionChanges({ before, after }: { readonly before: Described | null; readonly after: Described }) {
  const { t } = useTranslation('listing');
  const words = ({ full_name, type, rank, ...on }: Described) => ({
    [t('coin.name')]: full_name,
    [t('coin.category')]: t(`categories.${type}`),
    [t('flagLabels.home')]: t(on.home ? 'yes' : 'no'),
    [t('flagLabels.pos')]: t(on.pos ? 'yes' : 'no'),
    [t('flagLabels.pow')]: t(on.pow ? 'yes' : 'no'),
    [t('flagLabels.innovation')]: t(on.innovation ? 'yes' : 'no'),
    [t('coin.rank')]: rank,
  });
  return <BeforeAfter label={t('changes')} before={before && words(before)} after={words(after)} />;
}

const ICON_MEGABYTES = 1;

interface IconFieldProps {
  /** The URL of the current icon; empty if there is none. */
  readonly current: string;
  readonly icon: File | undefined;
  readonly onIcon: (icon: File | undefined) => void;
}

/** The coin's icon as lists show it. */
function IconField({ current, icon, onIcon }: IconFieldProps) {
  const { t } = useTranslation('listing');
  return (
    <PictureField
      label={t('icon.label')}
      description={t('icon.text', { megabytes: ICON_MEGABYTES })}
      megabytes={ICON_MEGABYTES}
      picture={icon ?? current}
      alt={t('icon.alt')}
      shape="circle"
      onFile={onIcon}
      removal={icon && 'undo'}
    />
  );
}

/** Uploads the icon; returns the field by which a request refers to it, or no field if the icon is unchanged. */
async function uploadIcon(icon: File | undefined): Promise<{ icon?: string }> {
  if (icon === undefined) return {};
  const body = new Uint8Array(await icon.arrayBuffer());
  return { icon: (await call('POST /api/v3/console/uploads/coin-icon', { body })).upload_id };
}
