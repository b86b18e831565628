import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';

/** Copies a text to the clipboard, and confirms it. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useTranslation();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.copied(t('copied')),
      () => toast.notCopied(t('notCopied')),
    );
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => void copy()}>
      <IconCopy size={15} stroke={1.7} aria-hidden="true" />
    </ActionIcon>
  );
}
