import { lazyPart } from '@vitrine/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchAheadBy } from '../../../ui/fetch-ahead.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import styles from './attached-fields.module.css';
import type { AttachedFieldsProps } from './attached-fields.tsx';
import ticketStyles from './ticket.module.css';

const importFields = () => import('./attached-fields.tsx');
const AttachedFields = lazyPart(() => importFields().then((m) => m.AttachedFields));

/** The take-profit and the stop-loss of an order, behind a button. */
export function Attached(props: AttachedFieldsProps) {
  const { t } = useTranslation('trade');
  const id = useId();
  const { form, onChange } = props;
  return (
    <div className={styles.attached}>
      <div className={ticketStyles.options}>
        <button
          type="button"
          aria-expanded={form.attaches}
          aria-controls={id}
          aria-pressed={form.attaches}
          title={t('attached.note')}
          onClick={() => onChange({ attaches: !form.attaches })}
          {...fetchAheadBy(importFields)}
        >
          {t('attached.open')}
        </button>
      </div>
      {form.attaches ? (
        <div id={id} className={styles.fields}>
          <LazyPart>
            <AttachedFields {...props} />
          </LazyPart>
        </div>
      ) : null}
    </div>
  );
}
