import { useTranslation } from 'react-i18next';
import type { PhotoCheck } from './proof.ts';

/** Why the reviewer refused a photo: the reason from the list, and their own words. */
export function RefusalText({ photo: { reason, note } }: { readonly photo: PhotoCheck }) {
  const { t } = useTranslation('kyc');
  const parts = [reason === '' || reason === 'other' ? '' : t(`reasons.${reason}`), note && t('photo.note', { note })];
  return <span>{parts.filter((part) => part !== '').join(' ')}</span>;
}
