import { useTranslation } from 'react-i18next';

/** Known kinds have a display name; others are shown under their wire name. */
export function useKindName(): (kind: string) => string {
  const { t } = useTranslation('approvals');
  return (kind) => t(`kinds.${kind}` as 'kinds.fee_tiers', { defaultValue: kind });
}
