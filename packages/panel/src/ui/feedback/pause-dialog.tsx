import { Button, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { DialogFoot } from './dialog-foot.tsx';
import { useApiQuery } from '../../api/query.ts';
import { defineTexts, useTexts } from '../texts.ts';

const texts = defineTexts(
  {
    title: (name: string) => `Pausar “${name}”?`,
    text: 'Ninguém mais entra nela. E quem já está no meio do caminho?',
    hold: 'Segurar',
    holdText: 'Nada é enviado. Ao reativar, continuam de onde pararam.',
    finish: 'Terminar as que já começaram',
    finishText: 'Recebem as mensagens que faltam.',
    cancel: (runs: number) => (runs === 1 ? 'Cancelar 1 em espera' : `Cancelar ${runs} em espera`),
    cancelText: 'Nenhuma mensagem a mais é enviada, e não dá para desfazer.',
  },
  {
    title: (name) => `Pause “${name}”?`,
    text: 'No one else enters it. What happens to people already in it?',
    hold: 'Hold them',
    holdText: 'Nothing is sent. When it is active again, they go on from where they stopped.',
    finish: 'Let those that began finish',
    finishText: 'They receive the messages that are left.',
    cancel: (runs) => (runs === 1 ? 'Cancel 1 that waits' : `Cancel ${runs} that wait`),
    cancelText: 'No further message is sent, and this cannot be undone.',
  },
);

const choices = ['hold', 'finish', 'cancel'] as const;

/** What happens to the waiting runs of an automation that is paused (RUN16). */
export type WaitingChoice = (typeof choices)[number];

type PauseDialogProps = {
  /** The automation to pause, and its name. */
  params: { storeId: string; automationId: string };
  name: string;
  opened: boolean;
  onClose: () => void;
  isPending: boolean;
  onPause: (waiting: WaitingChoice) => void;
};

/** Lets the user choose what happens to the waiting runs (RUN16). */
export function PauseDialog({ params, name, opened, onClose, isPending, onPause }: PauseDialogProps): ReactNode {
  const t = useTexts(texts);
  const [choice, setChoice] = useState<WaitingChoice>('hold');
  const status = useApiQuery(
    'GET /panel/api/stores/:storeId/automations/:automationId/status',
    { params },
    { enabled: opened, staleTime: 0 },
  );
  const runs = status.data?.liveRuns.reduce((sum, version) => sum + version.runs, 0) ?? 0;
  const labels = {
    hold: [t.hold, t.holdText],
    finish: [t.finish, t.finishText],
    cancel: [t.cancel(runs), t.cancelText],
  } as const;
  return (
    <Modal opened={opened} onClose={onClose} title={t.title(name)}>
      <Stack>
        <Radio.Group value={choice} onChange={(picked) => setChoice(picked)} label={t.text}>
          <Stack gap="sm" mt="sm">
            {choices.map((one) => (
              <Radio
                key={one}
                value={one}
                label={<Text fw={500}>{labels[one][0]}</Text>}
                description={labels[one][1]}
              />
            ))}
          </Stack>
        </Radio.Group>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t.back}
          </Button>
          <Button
            color={choice === 'cancel' ? 'vermelho' : 'petroleo'}
            loading={isPending}
            onClick={() => onPause(choice)}
          >
            {t.pause}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
