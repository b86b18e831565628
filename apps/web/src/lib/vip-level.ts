import { vipLevelText } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';

/** The display name of a fee tier: 'Regular', 'VIP 1' and so on. */
export function useVipLevel(): (membershipLevel: string) => string {
  const { t } = useTranslation('common');
  const words = { regular: t('account.regular'), vip: (tier: number) => t('account.vip', { tier }) };
  return (membershipLevel) => vipLevelText(membershipLevel, words);
}
