import { Checkbox, TextInput } from '@mantine/core';
import { formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { Offered, SourceCheck, SourceDraft } from './source-draft.ts';
import styles from './source-fields.module.css';

interface SourceFieldsProps {
  readonly offered: Offered;
  readonly draft: SourceDraft;
  readonly check: SourceCheck | undefined;
  readonly base: string;
  readonly quote: string;
  readonly onChange: (part: SourceDraft) => void;
}

/** The sources of an index: which are used, the symbol of each, and its current price. */
export function SourceFields({ offered, draft, check, base, quote, onChange }: SourceFieldsProps) {
  const { t } = useTranslation('listing');
  return (
    <div className={styles.sources}>
      {offered.map(({ source, name }) => {
        const symbol = draft[source];
        return (
          <div key={source} className={styles.source}>
            <Checkbox
              label={name}
              checked={symbol !== undefined}
              onChange={({ currentTarget }) =>
                onChange({ [source]: currentTarget.checked ? `${base}-${quote}` : undefined })
              }
            />
            <TextInput
              aria-label={t('sources.symbol', { name })}
              name={`source-${source}`}
              value={symbol ?? ''}
              disabled={symbol === undefined}
              maxLength={33}
              onChange={({ currentTarget }) => onChange({ [source]: currentTarget.value.trim().toUpperCase() })}
            />
            <SourceState check={check} source={source} symbol={symbol} quote={quote} />
          </div>
        );
      })}
      <p className={styles.index} role="status">
        {check === undefined || check.price === ''
          ? t('sources.noIndex')
          : t('sources.index', { price: formatPrice(check.price), quote })}
      </p>
    </div>
  );
}

interface SourceStateProps {
  readonly check: SourceCheck | undefined;
  readonly source: string;
  readonly symbol: string | undefined;
  readonly quote: string;
}

function SourceState({ check, source, symbol, quote }: SourceStateProps) {
  const { t } = useTranslation('listing');
  if (symbol === undefined) return <span className="faint">{t('sources.unused')}</span>;
  const found = check?.sources.find((one) => one.source === source && one.symbol === symbol);
  if (check === undefined || found === undefined) return <span className="faint">{t('sources.states.waiting')}</span>;
  if (found.state !== 'priced')
    return (
      <span className={found.state === 'waiting' ? 'faint' : styles.out}>{t(`sources.states.${found.state}`)}</span>
    );
  return (
    <span className="num">
      {formatPrice(found.price)} {quote}{' '}
      <span className="faint">
        {t('sources.age', { seconds: Math.max(0, Math.round((check.time - found.at) / 1_000)) })}
      </span>
    </span>
  );
}
