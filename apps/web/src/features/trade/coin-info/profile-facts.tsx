import { formatCompact, formatExact, formatPrice } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type CoinProfile, OWN_MARKET, UNKNOWN } from './coin-profile.ts';
import { dateText } from './date-text.ts';

/** The currency of prices and market caps that operators have entered. */
const STATED_IN = 'USD';

interface ProfileFactsProps {
  readonly profile: CoinProfile | undefined;
  readonly coin: string;
  readonly quote: string;
}

/** The facts about a coin in the rows that the specification lists; N/A for a fact that is not known. */
export function ProfileFacts({ profile, coin, quote }: ProfileFactsProps) {
  const { t, i18n } = useTranslation('trade');
  const known = (fact: string | undefined, show: (fact: string) => ReactNode) =>
    fact === undefined ? '–' : fact === UNKNOWN ? t('coin.unknown') : show(fact);
  const date = (fact: string) => dateText(fact, i18n.language);
  /** A figure with its source, and the date as of which the source stated it. */
  const stated = (figure: string, source = UNKNOWN, day = UNKNOWN) => (
    <Stated figure={figure}>
      {source !== UNKNOWN && day !== UNKNOWN
        ? t('coin.statement', { source, date: date(day) })
        : day !== UNKNOWN
          ? date(day)
          : undefined}
    </Stated>
  );
  const supply = (fact: string) => stated(`${formatExact(fact)} ${coin}`, profile?.supply_source, profile?.supply_date);
  const figure = (text: string) => stated(text, profile?.figures_source, profile?.figures_date);
  const record = (which: 'all_time_high' | 'all_time_low') =>
    known(profile?.[which], (fact) => {
      const [day, source, asOf] = [`${which}_date`, `${which}_source`, `${which}_as_of`] as const;
      const isOwn = profile?.[source] === OWN_MARKET;
      const from = isOwn
        ? t('coin.ownMarket')
        : t('coin.statement', { source: profile?.[source], date: date(profile?.[asOf] ?? '') });
      return (
        <Stated figure={`${formatPrice(fact)} ${isOwn ? quote : STATED_IN}`}>
          {date(profile?.[day] ?? '')} · {from}
        </Stated>
      );
    });
  const cap = (fact: string) =>
    profile?.market_cap_source === OWN_MARKET
      ? `${formatCompact(fact)} ${quote}`
      : stated(`${formatCompact(fact)} ${STATED_IN}`, profile?.market_cap_source, profile?.market_cap_date);
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('coin.ranking'), known(profile?.ranking, figure)],
    [t('coin.marketCap'), known(profile?.market_cap, cap)],
    [t('coin.dominance'), known(profile?.market_dominance, (fact) => figure(`${fact}%`))],
    [t('coin.circulating'), known(profile?.circulating_supply, supply)],
    [
      t('coin.maximum'),
      known(profile?.max_supply, (fact) =>
        fact === 'unlimited' ? t('coin.unlimited') : `${formatExact(fact)} ${coin}`,
      ),
    ],
    [t('coin.total'), known(profile?.total_supply, supply)],
    [t('coin.issued'), known(profile?.issue_date, date)],
    [t('coin.high'), record('all_time_high')],
    [t('coin.low'), record('all_time_low')],
  ];
  return rows.map(([label, value]) => (
    <Fact key={label} label={label}>
      {value}
    </Fact>
  ));
}

function Stated({ figure, children }: { readonly figure: string; readonly children: ReactNode }) {
  return (
    <>
      {figure} {children === undefined ? null : <small>{children}</small>}
    </>
  );
}

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
