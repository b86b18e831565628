import { useTranslation } from 'react-i18next';

/** The display names of an approval's fields; a field without one is shown under its wire name. */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation('approvals');
  return (field) => t(`fields.${field}` as 'fields.purchase', { defaultValue: field });
}
