import { Button, Checkbox, Modal, Stack, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { DialogFoot } from '../../../ui/feedback/dialog-foot.tsx';
import { useApiMutation } from '../../../api/query.ts';
import { notifySuccess } from '../../../ui/feedback/notify.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { useTexts } from '../../../ui/texts.ts';
import type { Destinations } from './conversions-data.ts';
import { texts } from './texts.ts';

type SwitchDialogProps = { name: string; account: Destinations['accounts'][number]; onClose: () => void };

/** Switches a platform on, with the legal basis that the owner states, or off. */
export function SwitchDialog({ name, account, onClose }: SwitchDialogProps): ReactNode {
  const t = useTexts(texts);
  const [legalBasis, setLegalBasis] = useState(account.legalBasis ?? '');
  const [sendsItems, setSendsItems] = useState(account.sendsItems);
  const change = useApiMutation('POST /panel/api/stores/:storeId/conversion-destinations/:destination/switch');
  const active = !account.active;
  const submit = (): void => {
    const body = { active, sendsItems, legalBasis: active ? legalBasis : null };
    const onSuccess = (): void => {
      notifySuccess(t.switched);
      onClose();
    };
    change.mutate({ params: { destination: account.destination }, body }, { onSuccess });
  };
  return (
    <Modal opened onClose={onClose} title={active ? t.switchOnWhat(name) : t.switchOffWhat(name)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack>
          {active && (
            <>
              <Textarea
                label={t.basis}
                description={t.basisHelp}
                required
                minLength={3}
                maxLength={300}
                autosize
                minRows={2}
                value={legalBasis}
                onChange={({ currentTarget: { value } }) => setLegalBasis(value)}
              />
              <Checkbox
                label={t.items}
                description={t.itemsHelp}
                checked={sendsItems}
                onChange={({ currentTarget: { checked } }) => setSendsItems(checked)}
              />
            </>
          )}
          <Refusal error={change.error} />
          <DialogFoot>
            <Button type="submit" loading={change.isPending}>
              {active ? t.switchOn : t.switchOff}
            </Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  );
}
