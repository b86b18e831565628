import { useTranslation } from 'react-i18next';

/** The rate of a product for this many days; 0 is flexible. */
const RATE = /^apr_days_([0-9]+)$/;

/** The display names of an approval's fields; a field without one is shown under its wire name. */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation('approvals');
  return (field) => {
    const days = RATE.exec(field)?.[1];
    if (days === '0') return t('fields.apr_flexible');
    if (days !== undefined) return t('fields.apr_term', { days });
    return t(`fields.${field}` as 'fields.purchase', { defaultValue: field });
  };
}

/** The words for the values of fields that are codes, such as the account that money comes from. */
export function useFieldWord(): (field: string, text: string) => string {
  const { t } = useTranslation('approvals');
  return (field, text) =>
    field === 'source' || field === 'goes_to' || field === 'ended'
      ? t(`words.${text}` as 'words.fees', { defaultValue: text })
      : text;
}
