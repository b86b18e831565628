import { vipLevelText } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';

/** A fee tier's display name: 'Regular', 'VIP 1' and so on. */
export function useVipLevel(): (membershipLevel: string) => string {
  const { t } = useTranslation('common');
  const words = { regular: t('levels.regular'), vip: (tier: number) => t('levels.vip', { tier }) };
  return (membershipLevel) => vipLevelText(membershipLevel, words);
}
