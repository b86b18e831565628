import { useTranslation } from 'react-i18next';
import type { PhotoCheck } from './proof.ts';

/** Why a photo was refused: the reason from the list, and the reviewer's note. */
export function RefusalText({ photo: { reason, note } }: { readonly photo: PhotoCheck }) {
  const { t } = useTranslation('kyc');
  const parts = [reason === '' || reason === 'other' ? '' : t(`reasons.${reason}`), note && t('photo.note', { note })];
  return <span>{parts.filter((part) => part !== '').join(' ')}</span>;
}
