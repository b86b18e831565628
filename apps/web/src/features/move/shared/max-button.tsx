import { useTranslation } from 'react-i18next';
import { trimZeros } from '../../../lib/decimal.ts';

type MaxButtonProps = {
  /** A plain decimal; undefined until it is known. */
  readonly available: string | undefined;
  readonly onChoose: (amount: string) => void;
};

/** Sets the amount to the full available balance. */
export function MaxButton({ available, onChoose }: MaxButtonProps) {
  const { t } = useTranslation('common');
  return (
    <button
      type="button"
      className="link"
      disabled={available === undefined}
      onClick={() => onChoose(trimZeros(available ?? ''))}
    >
      {t('max')}
    </button>
  );
}
