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

const ICON = 32;

/**
 * The beginnings of a coin icon's two URLs: one is public, the other lets staff see icons that are not approved yet.
 */
const PUBLIC_ICON = '/api/v3/coin-icon?';
const STAFF_ICON = '/api/v3/console/coin-icon?';

/** A value as text; an icon as it will look. */
function Value({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  if (text === '') return t('change.nothing');
  if (!text.startsWith(PUBLIC_ICON)) return text;
  const src = text.replace(PUBLIC_ICON, STAFF_ICON);
  return <img className={styles.icon} src={src} alt={t('change.icon')} width={ICON} height={ICON} />;
}

/** The fields that differ, with their old and new values, or only the new values if there are no old values. */
export function BeforeAfter({ label, before, after, nameOf = (field) => field }: BeforeAfterProps) {
  const { t } = useTranslation();
  const isNew = before === null;
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('change.field')}</th>
          {isNew ? null : <th scope="col">{t('change.before')}</th>}
          <th scope="col">{isNew ? t('change.value') : t('change.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changedFields(before, after).map(({ field, from, to }) => (
          <tr key={field}>
            <th scope="row">{nameOf(field)}</th>
            {isNew ? null : (
              <td className={styles.from}>
                <Value text={from} />
              </td>
            )}
            <td className={styles.to}>
              <Value text={to} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
