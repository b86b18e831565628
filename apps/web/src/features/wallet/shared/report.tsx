import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { formatInteger } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from './export-button.tsx';
import styles from './report.module.css';

type ReportHeadProps = {
  readonly title: string;
  readonly owner: string;
  /** The fields in which the client chooses the report's period. */
  readonly period: ReactNode;
  /** The log position that the report reflects; undefined until it has loaded. */
  readonly position: number | undefined;
  readonly fileName: string;
  readonly load: () => Promise<Blob>;
};

/** The top of a report: its period, its owner, and buttons that print the report and save it as a file. */
export function ReportHead({ title, owner, period, position, fileName, load }: ReportHeadProps) {
  const { t } = useTranslation('history');
  return (
    <>
      <div className={styles.controls}>
        {period}
        <span className={styles.acts}>
          <Button
            variant="default"
            disabled={position === undefined}
            leftSection={<IconPrinter size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            {t('statement.print')}
          </Button>
          <ExportButton fileName={fileName} load={load} />
        </span>
      </div>
      <div className={styles.head}>
        <h2>{title}</h2>
        <p className="num dim">
          {t('statement.owner', { owner })}
          {` · ${t('statement.position', { position: position === undefined ? '–' : formatInteger(position) })}`}
        </p>
      </div>
    </>
  );
}

/** How the figures of a report are calculated. */
export const ReportNote = ({ children }: { readonly children: ReactNode }) => <p className={styles.note}>{children}</p>;
