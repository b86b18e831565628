import { Button, NativeSelect } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useIsPhone } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { DateRangeField } from '../../../ui/date-range-field.tsx';
import {
  countOf,
  type FilterChange,
  type FilterChoice,
  type HistoryFilter,
  type HistoryFilters,
} from './history-filter.ts';
import styles from './history-filters.module.css';

type Values = Readonly<Record<string, string | undefined>>;

type FiltersProps = {
  readonly filter: HistoryFilter;
  readonly choices: readonly FilterChoice[];
  readonly onChange: (change: FilterChange<Values>) => void;
  readonly onClear: () => void;
};

type HistoryFilterBarProps = FiltersProps & Pick<HistoryFilters<HistoryFilter>, 'isShown' | 'setShown'>;

/** The filters of a history and the order of its rows; on a phone, behind a button. */
export function HistoryFilterBar({ isShown, setShown, ...props }: HistoryFilterBarProps) {
  const { t } = useTranslation('trade');
  const isPhone = useIsPhone();
  const count = countOf(props.filter);
  if (!isPhone) return <Filters {...props} />;
  return (
    <>
      <Button
        className={styles.show ?? ''}
        variant="default"
        size="sm"
        aria-expanded={isShown}
        leftSection={<IconFilter size={16} stroke={1.7} aria-hidden="true" />}
        onClick={() => setShown(!isShown)}
      >
        {count === 0 ? t('filter.show') : t('filter.showCount', { count })}
      </Button>
      {isShown ? <Filters {...props} /> : null}
    </>
  );
}

function Filters({ filter, choices, onChange, onClear }: FiltersProps) {
  const { t } = useTranslation('trade');
  const values: Values = { ...filter };
  const { from, to, sort = 'newest' } = filter;
  return (
    <div className={styles.filters}>
      <DateRangeField from={from} to={to} onChange={onChange} isClearable isCompact />
      {choices.map(({ key, label, all, options }) => (
        <NativeSelect
          key={key}
          size="xs"
          aria-label={label}
          value={values[key] ?? ''}
          onChange={(event) => onChange({ [key]: event.currentTarget.value || undefined })}
          data={[{ value: '', label: all }, ...options]}
        />
      ))}
      <NativeSelect
        size="xs"
        aria-label={t('filter.sort')}
        value={sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value })}
        data={(['newest', 'oldest'] as const).map((value) => ({ value, label: t(`filter.${value}`) }))}
      />
      {countOf(filter) > 0 ? (
        <button type="button" className="link" onClick={onClear}>
          {t('filter.clear')}
        </button>
      ) : null}
    </div>
  );
}
