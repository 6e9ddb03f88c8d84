import { Modal } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { useApiQuery } from '../../../api/query.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

/** The templates are loaded with the form, not with the list of automations. */
const LazyForm = lazy(async () => ({ default: (await import('./creation-form.tsx')).CreationForm }));

type CreationDialogProps = { opened: boolean; onClose: () => void; usedNames: readonly string[] };

/** Creates an automation from what it should recover (EDT10). */
export function CreationDialog({ opened, onClose, usedNames }: CreationDialogProps): ReactNode {
  const t = useTexts(texts);
  const defaults = useApiQuery('GET /panel/api/stores/:storeId/automations/defaults', {}, { enabled: opened });
  return (
    <Modal opened={opened} onClose={onClose} title={t.question} size={920}>
      <Loaded query={defaults} rows={6}>
        {(store) => (
          <Suspense>
            <LazyForm defaults={store} usedNames={usedNames} />
          </Suspense>
        )}
      </Loaded>
    </Modal>
  );
}
