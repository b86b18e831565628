import { useMutation } from '@tanstack/react-query';
import { toast } from '@vitrine/ui';
import type { ComponentProps, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { saveCsv } from './csv.ts';
import type { ExportColumn } from './export-column.ts';
import { RecordTable } from './record-table.tsx';

type HistoryTableProps<Row> = Omit<ComponentProps<typeof RecordTable<Row>>, 'columns' | 'rowKey' | 'dense'> & {
  readonly columns: readonly ExportColumn<Row>[];
  /** The name of the exported file. */
  readonly fileName: string;
  /** Loads the complete list as a file; by default, the rows shown are exported. */
  readonly loadFile?: () => Promise<Blob>;
  /** The slot in the panel's bar for the actions of the list shown. */
  readonly tools: HTMLElement | null;
  /** Actions on the rows, besides the export. */
  readonly children?: ReactNode;
};

/** A client's records in the panel below a chart, with their export. */
export function HistoryTable<Row extends { readonly id: string }>(props: HistoryTableProps<Row>) {
  const { columns, fileName, loadFile, tools, children, ...table } = props;
  const { t } = useTranslation('trade');
  const { data } = table.list;
  const rows = data.status === 'success' ? data.rows : [];
  const saveShown = () => {
    const exported = columns.flatMap(({ title, csv }) => (csv ? [{ title, csv }] : []));
    saveCsv(fileName, [exported.map(({ title }) => title), ...rows.map((row) => exported.map(({ csv }) => csv(row)))]);
  };
  const saving = useMutation({
    mutationFn: async () => (loadFile === undefined ? saveShown() : saveFile(fileName, await loadFile())),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <>
      {tools && rows.length > 0
        ? createPortal(
            <>
              <button
                type="button"
                className="link"
                aria-label={t('orders.csvLabel')}
                disabled={saving.isPending}
                onClick={() => saving.mutate()}
              >
                {t('orders.csv')}
              </button>
              {children}
            </>,
            tools,
          )
        : null}
      <RecordTable {...table} columns={columns.filter(({ inFileOnly }) => !inFileOnly)} rowKey={({ id }) => id} dense />
    </>
  );
}
