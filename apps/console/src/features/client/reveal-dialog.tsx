import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import type { ProtectedField, Revealed } from './client.ts';

interface RevealDialogProps {
  readonly uid: string;
  readonly field: ProtectedField;
  readonly onShown: (values: Revealed) => void;
  readonly onClose: () => void;
}

/** Asks for a reason before showing a masked field. */
export function RevealDialog({ uid, field, onShown, onClose }: RevealDialogProps) {
  const { t } = useTranslation('people');
  const name = t(`client.fields.${field}`);
  return (
    <ActDialog
      title={t('client.showTitle', { field: name })}
      onClose={onClose}
      action={t('client.show')}
      done={t('client.shown')}
      act={async (reason) => {
        const { values } = await call('GET /api/v3/console/client-field', { query: { uid, field, reason } });
        onShown(
          field === 'accounts'
            ? Object.fromEntries(Object.entries(values).map(([place, label]) => [`account ${place}`, label]))
            : values,
        );
      }}
    >
      <p className="dim">{t('client.showText')}</p>
    </ActDialog>
  );
}
