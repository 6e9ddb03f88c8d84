import { Button, Collapse, Group, Modal, ScrollArea, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { DifferenceList } from '../../../../ui/difference-list.tsx';
import { useFormats } from '../../../../ui/format/formats.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { useMe } from '../../../../ui/use-store.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { flowOf } from './automation.ts';
import type { RemoteDraft } from './send-draft.ts';
import { texts } from './texts.ts';
import type { Saving } from './use-autosave.ts';

type ConflictDialogProps = Pick<Saving, 'autosave'> & { remote: RemoteDraft; opened: boolean; onClose: () => void };

/** Another member saved a newer draft: shows the differences and lets the user choose one. Until then both are stored. */
export function ConflictDialog({ autosave, remote, opened, onClose }: ConflictDialogProps): ReactNode {
  const t = useTexts(texts);
  const { instant } = useFormats();
  const { flow } = useFlowDocument();
  const { replace } = useEditorStore();
  const [isCompared, { toggle }] = useDisclosure();
  const own = useMe()?.user.email;
  const author = remote.by === null ? t.unknownAuthor : remote.by === own ? t.yourself : remote.by;
  const useRemote = (): void => {
    autosave.adopt(remote);
    replace(flowOf(remote.text));
    onClose();
  };
  const keepLocal = (): void => {
    autosave.keepLocal();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t.newer(author)} size="lg">
      <Stack>
        <Text>{t.when(instant(remote.at))}</Text>
        <Collapse expanded={isCompared}>
          <Text size="sm" c="dimmed" mb="xs">
            {t.fromRemote}
          </Text>
          <ScrollArea.Autosize mah="40vh" type="auto" viewportProps={{ tabIndex: 0 }}>
            {isCompared && <DifferenceList before={flowOf(remote.text)} after={flow} />}
          </ScrollArea.Autosize>
        </Collapse>
        <Group justify="space-between">
          <Button variant="subtle" px="xs" onClick={toggle} aria-expanded={isCompared}>
            {isCompared ? t.hide : t.differences}
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={useRemote}>
              {t.useRemote}
            </Button>
            <Button onClick={keepLocal}>{t.keepLocal}</Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
