import { apiScopes, type ApiScope } from '@retoma/commerce';
import { Button, Checkbox, Modal, SimpleGrid, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { DialogFoot } from '../../../ui/feedback/dialog-foot.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

type NewSecretKeyProps = {
  opened: boolean;
  isBusy: boolean;
  onClose: () => void;
  /** API1: null: no limit. */
  onCreate: (scopes: ApiScope[] | null) => void;
};

/** In pairs of reading and writing. */
const shownScopes = [...apiScopes.filter((scope) => scope !== 'events:write'), 'events:write'] as const;

/** API1: asks what a new secret key may do; at first everything. */
export function NewSecretKey({ opened, isBusy, onClose, onCreate }: NewSecretKeyProps): ReactNode {
  const t = useTexts(texts);
  const [scopes, setScopes] = useState<string[]>([...apiScopes]);
  const chosen = apiScopes.filter((scope) => scopes.includes(scope));
  return (
    <Modal opened={opened} onClose={onClose} title={t.newSecretTitle}>
      <Stack>
        <Checkbox.Group label={t.scopes} description={t.scopesHelp} value={scopes} onChange={setScopes}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="sm">
            {shownScopes.map((scope) => (
              <Checkbox key={scope} value={scope} label={t[scope]} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t.back}
          </Button>
          <Button
            loading={isBusy}
            disabled={chosen.length === 0}
            onClick={() => onCreate(chosen.length === apiScopes.length ? null : chosen)}
          >
            {t.create}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
