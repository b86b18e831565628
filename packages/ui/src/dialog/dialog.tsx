import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../media/use-is-phone.ts';
import styles from './dialog.module.css';
import { useDialogMark } from './use-dialog-mark.ts';
import { useReturnFocus } from './use-return-focus.ts';

type DialogProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly size?: number;
  /** The dialog must be answered: neither Escape nor a click outside closes it, only its own buttons. */
  readonly persistent?: boolean;
};

/** Space above and below a dialog, so that a toast fits there. */
const NOTICE_STRIP = 'max(5dvh, 84px)';

/** Without this role, the library's <header> would be a second banner landmark. */
const PLAIN_HEADER = { header: { role: 'presentation' } };

/** A dialog on desktops and a bottom sheet on phones; traps the focus and returns it on closing. */
export function Dialog(props: DialogProps) {
  return useIsPhone() ? <Sheet {...props} /> : <DeskDialog {...props} />;
}

function DeskDialog({ size = 440, children, ...props }: DialogProps) {
  return (
    <Modal size={size} centered yOffset={NOTICE_STRIP} {...useFrame(props, styles.content)}>
      {children}
    </Modal>
  );
}

/** A bottom sheet. */
export function Sheet({ children, ...props }: DialogProps) {
  return (
    <Drawer position="bottom" size="auto" {...useFrame(props, styles.sheet)}>
      {children}
    </Drawer>
  );
}

/** The props that dialog and bottom sheet share; `content` is the class of the box itself. */
function useFrame(
  { opened, onClose, title, persistent = false }: Omit<DialogProps, 'children' | 'size'>,
  content: string | undefined,
) {
  const { t } = useTranslation('common');
  useReturnFocus(opened);
  useDialogMark(opened);
  return {
    opened,
    onClose,
    title,
    returnFocus: false,
    closeOnClickOutside: !persistent,
    closeOnEscape: !persistent,
    closeButtonProps: { 'aria-label': t('close') },
    attributes: PLAIN_HEADER,
    classNames: {
      content: content ?? '',
      header: styles.header ?? '',
      title: styles.title ?? '',
      body: styles.body ?? '',
      overlay: styles.veil ?? '',
      close: styles.close ?? '',
    },
  };
}
