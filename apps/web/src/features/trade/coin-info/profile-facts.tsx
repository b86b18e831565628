import { formatCompact, formatExact, formatPrice } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type CoinProfile, UNKNOWN } from './coin-profile.ts';
import { dateText } from './date-text.ts';

interface ProfileFactsProps {
  readonly profile: CoinProfile | undefined;
  readonly coin: string;
  readonly quote: string;
}

/** The rows of the specification's panel; N/A where a fact is not known. */
export function ProfileFacts({ profile, coin, quote }: ProfileFactsProps) {
  const { t, i18n } = useTranslation('trade');
  const known = (fact: string | undefined, show: (fact: string) => ReactNode) =>
    fact === undefined ? '–' : fact === UNKNOWN ? t('coin.unknown') : show(fact);
  const date = (fact: string) => dateText(fact, i18n.language);
  const dated = (figure: string, day: string) => (
    <>
      {figure} {day === UNKNOWN ? null : <small>{date(day)}</small>}
    </>
  );
  const supply = (fact: string) => dated(`${formatExact(fact)} ${coin}`, profile?.supply_date ?? UNKNOWN);
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('coin.ranking'), known(profile?.ranking, (fact) => fact)],
    [t('coin.marketCap'), known(profile?.market_cap, (fact) => `${formatCompact(fact)} ${quote}`)],
    [t('coin.dominance'), known(profile?.market_dominance, (fact) => fact)],
    [t('coin.circulating'), known(profile?.circulating_supply, supply)],
    [
      t('coin.maximum'),
      known(profile?.max_supply, (fact) =>
        fact === 'unlimited' ? t('coin.unlimited') : `${formatExact(fact)} ${coin}`,
      ),
    ],
    [t('coin.total'), known(profile?.total_supply, supply)],
    [t('coin.issued'), known(profile?.issue_date, date)],
    [
      t('coin.high'),
      known(profile?.all_time_high, (fact) => dated(formatPrice(fact), profile?.all_time_high_date ?? UNKNOWN)),
    ],
    [
      t('coin.low'),
      known(profile?.all_time_low, (fact) => dated(formatPrice(fact), profile?.all_time_low_date ?? UNKNOWN)),
    ],
  ];
  return rows.map(([label, value]) => (
    <Fact key={label} label={label}>
      {value}
    </Fact>
  ));
}

export function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">{children}</dd>
    </div>
  );
}
