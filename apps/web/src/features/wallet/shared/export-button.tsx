import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/save-file.ts';

type ExportButtonProps = Pick<ButtonProps, 'size'> & {
  readonly fileName: string;
  readonly load: () => Promise<Blob>;
};

/** Loads a file and saves it through the browser. */
export function ExportButton({ fileName, load, ...button }: ExportButtonProps) {
  const { t } = useTranslation('history');
  const saving = useMutation({
    mutationFn: load,
    onSuccess: (blob) => saveFile(fileName, blob),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Button
      {...button}
      variant="default"
      loading={saving.isPending}
      leftSection={<IconDownload size={16} stroke={1.7} aria-hidden="true" />}
      onClick={() => saving.mutate()}
    >
      {t('export')}
    </Button>
  );
}
