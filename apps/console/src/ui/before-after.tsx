import { useTranslation } from 'react-i18next';
import { changedFields } from '../lib/changed-fields.ts';
import { iconOf } from '../lib/icon-of.ts';
import styles from './before-after.module.css';

interface BeforeAfterProps {
  readonly label: string;
  readonly before: unknown;
  readonly after: unknown;
  /** A field's display name; by default its wire name. */
  readonly nameOf?: (field: string) => string;
  /** A value's display text; by default as it is. */
  readonly wordOf?: (field: string, text: string) => string;
}

const ICON = 32;

/** A value as text or, for an icon, the picture itself. */
function Value({ field, text }: { readonly field: string; readonly text: string }) {
  const { t } = useTranslation();
  if (text === '') return t('change.nothing');
  const src = iconOf(field, text);
  if (src === undefined) return text;
  return <img className={styles.icon} src={src} alt={t('change.icon')} width={ICON} height={ICON} />;
}

/** The fields that differ, with their old and new values, or only the new values if there are no old values. */
export function BeforeAfter({
  label,
  before,
  after,
  nameOf = (field) => field,
  wordOf = (_, text) => text,
}: BeforeAfterProps) {
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
                <Value field={field} text={wordOf(field, from)} />
              </td>
            )}
            <td className={styles.to}>
              <Value field={field} text={wordOf(field, to)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
