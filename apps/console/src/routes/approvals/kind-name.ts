import { useTranslation } from 'react-i18next';

/** Known kinds have a name; another shows the word it has on the wire until it gets one. */
export function useKindName(): (kind: string) => string {
  const { t } = useTranslation('approvals');
  return (kind) => t(`kinds.${kind}` as 'kinds.fee_tiers', { defaultValue: kind });
}
