import { useTranslation } from 'react-i18next';
import { changedFields } from '../lib/changed-fields.ts';
import styles from './before-after.module.css';

interface BeforeAfterProps {
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
  /** A field's display name; by default its wire name. */
  readonly nameOf?: (field: string) => string;
}

/** What a change changes, field by field. Unchanged fields are left out. */
export function BeforeAfter({ label, before, after, nameOf = (field) => field }: BeforeAfterProps) {
  const { t } = useTranslation();
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('change.field')}</th>
          <th scope="col">{t('change.before')}</th>
          <th scope="col">{t('change.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changedFields(before, after).map(({ field, from, to }) => (
          <tr key={field}>
            <th scope="row">{nameOf(field)}</th>
            <td className={styles.from}>{from === '' ? t('change.nothing') : from}</td>
            <td className={styles.to}>{to === '' ? t('change.nothing') : to}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
