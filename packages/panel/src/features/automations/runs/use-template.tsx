import type { ReactNode } from 'react';
import { ButtonLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { useStore } from '../../../ui/use-store.ts';
import { texts } from './texts.ts';

/** Leads from an empty list to the ready automations, whose messages will fill it. */
export function UseTemplate(): ReactNode {
  const t = useTexts(texts);
  const { storeId, can } = useStore();
  if (!can('editAutomations')) return null;
  return (
    <ButtonLink to="/$storeId/automations/templates" params={{ storeId }}>
      {t.useTemplate}
    </ButtonLink>
  );
}
