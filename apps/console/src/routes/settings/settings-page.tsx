import { useQuery } from '@tanstack/react-query';
import { type Column, DataTable, EmptyState, formatInteger } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pricesText } from '../../features/settings/coin-prices.ts';
import {
  BrandDialog,
  FeesDialog,
  HoursDialog,
  KycDialog,
  LimitsDialog,
  SlippageDialog,
} from '../../features/settings/dialogs.tsx';
import {
  daysText,
  hoursText,
  SETTINGS_KEY,
  type Settings,
  type SettingsResponse,
} from '../../features/settings/settings.ts';
import { call } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';
import { utcText } from '../../lib/times.ts';
import { useVipLevel } from '../../lib/vip-level.ts';
import { BeforeAfter } from '../../ui/before-after.tsx';
import { figureColumn } from '../../ui/column-table.tsx';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page, Pane } from '../../ui/page.tsx';
import styles from './settings-page.module.css';

type Part = 'brand' | 'kyc' | 'hours' | 'slippage' | 'limits' | 'fees';
/** Settings that are changed in the limits dialog. */
type LimitPart = 'approvals' | 'oneStep' | 'choices' | 'prices';

/** Settings of the exchange: current values, dialogs to change them, and all past versions. */
export function SettingsPage() {
  const { t } = useTranslation('settings');
  const query = useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/console/settings', { signal }),
  });
  return (
    <Page title={t('title')} lead={t('lead')}>
      {query.data ? <Parts answer={query.data} /> : null}
      {query.isPending ? <Loading /> : null}
      {query.isError && !query.data ? <ListFailure title={t('failed')} onRetry={() => void query.refetch()} /> : null}
    </Page>
  );
}

function Parts({ answer }: { readonly answer: SettingsResponse }) {
  const { t } = useTranslation('settings');
  const [asked, setAsked] = useState<Part>();
  const roles = useStaff()?.roles ?? [];
  const isAdministrator = roles.includes('administrator');
  const may: Record<Part, boolean> = {
    brand: isAdministrator,
    kyc: isAdministrator,
    hours: isAdministrator,
    slippage: isAdministrator,
    limits: isAdministrator || roles.includes('treasury') || roles.includes('compliance'),
    fees: isAdministrator || roles.includes('treasury'),
  };
  const { settings, fee_tiers, version } = answer;
  const close = () => setAsked(undefined);
  const row = (part: Part, value: string, isTwo = false) => (
    <SettingRow
      label={t(`parts.${part}`)}
      change={
        may[part] ? (
          <button type="button" className="link" onClick={() => setAsked(part)}>
            {t(`change.${part}`)}
          </button>
        ) : null
      }
    >
      <span className="num">{value}</span>
      {isTwo ? <span className="faint"> {t('byTwo')}</span> : null}
    </SettingRow>
  );
  const figure = (part: LimitPart, value: string) => (
    <SettingRow label={t(`parts.${part}`)}>
      <span className="num">{value}</span> <span className="faint">{t('byTwo')}</span>
    </SettingRow>
  );
  return (
    <>
      <Pane title={t('now')} note={version === 0 ? t('asReleased') : t('version', { version })}>
        <dl>
          {row('brand', settings.brand_name)}
          {row('kyc', t(`kyc.${settings.kyc_requirement}`))}
          {row('hours', `${daysText(settings.support_hours.days)}, ${hoursText(settings, t('roundTheClock'))}`)}
          {row('slippage', percent(settings.max_slippage_ppm))}
          {row('limits', t('limitsText', limitFigures(settings)), true)}
          {figure('approvals', t('approvalsText', approvalFigures(settings)))}
          {figure('oneStep', t('usdt', { value: formatInteger(Number(settings.one_step_per_day)) }))}
          {figure('choices', t('usdt', { value: choiceFigures(settings) }))}
          {figure('prices', pricesText(settings.coin_values) || t('noPrices'))}
        </dl>
      </Pane>
      <FeesPane tiers={fee_tiers} onChange={may.fees ? () => setAsked('fees') : undefined} />
      <Versions answer={answer} />
      {asked ? <SettingsDialog part={asked} answer={answer} onClose={close} /> : null}
    </>
  );
}

interface SettingRowProps {
  readonly label: string;
  readonly change?: ReactNode;
  readonly children: ReactNode;
}

function SettingRow({ label, change, children }: SettingRowProps) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>
        <span>{children}</span>
        {change}
      </dd>
    </div>
  );
}

interface FeesPaneProps {
  readonly tiers: SettingsResponse['fee_tiers'];
  /** Undefined if the settings are read-only for the viewer. */
  readonly onChange: (() => void) | undefined;
}

function FeesPane({ tiers, onChange }: FeesPaneProps) {
  const { t } = useTranslation('settings');
  return (
    <Pane
      title={t('parts.fees')}
      note={t('byTwo')}
      side={
        onChange ? (
          <button type="button" className="link" onClick={onChange}>
            {t('change.fees')}
          </button>
        ) : null
      }
    >
      <DataTable
        dense
        label={t('parts.fees')}
        columns={useFeeColumns()}
        data={{ status: 'success', rows: tiers }}
        rowKey={({ level }) => level}
        empty={null}
        error={null}
      />
    </Pane>
  );
}

const DIALOGS = {
  brand: BrandDialog,
  kyc: KycDialog,
  hours: HoursDialog,
  slippage: SlippageDialog,
  limits: LimitsDialog,
  fees: FeesDialog,
} as const satisfies Record<Part, unknown>;

interface SettingsDialogProps {
  readonly part: Part;
  readonly answer: SettingsResponse;
  readonly onClose: () => void;
}

function SettingsDialog({ part, ...props }: SettingsDialogProps) {
  const PartDialog = DIALOGS[part];
  return <PartDialog {...props} />;
}

const limitFigures = ({ withdrawal_per_day: { unverified, verified } }: Settings) => ({
  unverified: formatInteger(Number(unverified)),
  verified: formatInteger(Number(verified)),
});

const approvalFigures = ({ withdrawal_approval_above: { one, two } }: Settings) => ({
  one: formatInteger(Number(one)),
  two: formatInteger(Number(two)),
});

const choiceFigures = ({ single_withdrawal_choices }: Settings): string =>
  single_withdrawal_choices.map((choice) => formatInteger(Number(choice))).join(', ');

const percent = (ppm: number): string => `${(ppm / 10_000).toFixed(4)}%`;

function useFeeColumns(): Column<SettingsResponse['fee_tiers'][number]>[] {
  const { t } = useTranslation('settings');
  const vipLevel = useVipLevel();
  return [
    { key: 'level', header: t('fees.level'), render: ({ level }) => vipLevel(level) },
    figureColumn('volume', t('fees.volume'), ({ volume_from_usdt }) => formatInteger(volume_from_usdt)),
    figureColumn('maker', t('fees.maker'), ({ maker_ppm }) => percent(maker_ppm)),
    figureColumn('taker', t('fees.taker'), ({ taker_ppm }) => percent(taker_ppm)),
  ];
}

function Versions({ answer: { versions } }: { readonly answer: SettingsResponse }) {
  const { t } = useTranslation('settings');
  return (
    <Pane title={t('versions')} note={t('versionsText')}>
      {versions[0]?.version === 0 ? <EmptyState title={t('noVersions')} /> : null}
      <ul>
        {versions.map((version, index) => {
          const { version: number, at, changed_by, approved_by, reason } = version;
          if (number === 0) return null;
          const older = versions[index + 1];
          const fields = ({ settings, fee_volumes_usdt }: typeof version) => ({ ...settings, fee_volumes_usdt });
          return (
            <li key={number} className={styles.version}>
              <div>
                <p>
                  <b>{t('version', { version: number })}</b> <span className="num dim">{utcText(at)}</span>
                </p>
                <p className="dim">
                  {changed_by}
                  {approved_by === '' ? null : t('approvedBy', { who: approved_by })}
                </p>
                <p>{reason}</p>
              </div>
              {older === undefined ? null : (
                <Changes label={t('version', { version: number })} before={fields(older)} after={fields(version)} />
              )}
            </li>
          );
        })}
      </ul>
    </Pane>
  );
}

/**
 * The changed fields. If only the fee rates were changed, there are none: rates are stored in the core, and the
 * approval shows their old and new values.
 */
function Changes({
  label,
  before,
  after,
}: {
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
}) {
  const { t } = useTranslation('settings');
  if (JSON.stringify(before) === JSON.stringify(after)) return <p className="dim">{t('ratesOnly')}</p>;
  return <BeforeAfter label={label} before={before} after={after} />;
}
