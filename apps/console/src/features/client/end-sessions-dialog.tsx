import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';

interface EndSessionsDialogProps {
  readonly uid: string;
  /** The session to end; if omitted, all sessions are ended. */
  readonly sessionId?: string;
  readonly onClose: () => void;
}

export function EndSessionsDialog({ uid, sessionId, onClose }: EndSessionsDialogProps) {
  const { t } = useTranslation('people');
  const queries = useQueryClient();
  return (
    <ActDialog
      title={t(sessionId === undefined ? 'client.endAllTitle' : 'client.endTitle')}
      onClose={onClose}
      action={t(sessionId === undefined ? 'client.endAll' : 'client.end')}
      decision="refuse"
      done={t('client.ended')}
      act={async (reason) => {
        await call('POST /api/v3/console/client/end-sessions', {
          body: { uid, reason, ...(sessionId === undefined ? {} : { session_id: sessionId }) },
        });
        await queries.invalidateQueries({ queryKey: ['client', uid] });
      }}
    >
      <p className="dim">{t('client.endText')}</p>
    </ActDialog>
  );
}
