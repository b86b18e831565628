import { Button } from '@mantine/core';
import { lazyPart } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchAhead } from '../../ui/fetch-ahead.ts';
import { LazyPart } from '../../ui/lazy-part.tsx';

const importFundDialog = () => import('./fund-dialog.tsx');
const FundDialog = lazyPart(() => importFundDialog().then((m) => m.FundDialog));

/** Opens the dialog that offers the ways to add funds; its code is loaded on hover or focus. */
export function DepositButton() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        size="sm"
        aria-haspopup="dialog"
        aria-expanded={opened}
        onPointerEnter={fetchAhead(importFundDialog)}
        onFocus={fetchAhead(importFundDialog)}
        onClick={() => setOpened(true)}
      >
        {t('nav.deposit')}
      </Button>
      {opened ? (
        <LazyPart>
          <FundDialog onClose={() => setOpened(false)} />
        </LazyPart>
      ) : null}
    </>
  );
}
