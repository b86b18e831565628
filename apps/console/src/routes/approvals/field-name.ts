import { useTranslation } from 'react-i18next';

/** Names the fields of an approval; a field without a name here keeps the one it has on the wire. */
export function useFieldName(): (field: string) => string {
  const { t } = useTranslation('approvals');
  return (field) => t(`fields.${field}` as 'fields.purchase', { defaultValue: field });
}
