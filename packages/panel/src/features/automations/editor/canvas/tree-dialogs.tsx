import { Button, Group, Kbd, List, Modal, Stack, Table, Text } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { DialogFoot } from '../../../../ui/feedback/dialog-foot.tsx';
import { listLocation } from '../../../../diagram/cards/list-text.ts';
import { layoutOf, type Plus } from '../../../../diagram/layout/layout.ts';
import { slotsFor } from '../../../../diagram/dragging.ts';
import { nestedSteps, type OutlineStep } from '../../../../diagram/layout/flow-tree.ts';
import { describeStep } from '../../../../diagram/cards/step-text.ts';
import { useLocale, type Locale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import type { TreeDialog } from '../state/dialog.ts';
import { DeferredSubtree } from '../state/editor-provider.tsx';
import { useDeferred } from '../state/deferred.ts';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import { outermost, useEditing } from './editing.tsx';
import { InsertDialog } from './insert-dialog.tsx';
import { keyTexts, shortcutLabels } from './shortcut-labels.ts';
import { Picker } from './picker.tsx';
import { texts } from './texts.ts';

/** The open dialog of the tree. Closing it returns the focus to the card that opened it. */
export function TreeDialogs(): ReactNode {
  const now = useEditor((state) => state.dialog);
  // The dialog closes with the deferred subtrees: closing it at once would delay the paint of the tree.
  const deferred = useDeferred();
  const dialog = now ?? deferred?.state.dialog;
  return <DeferredSubtree>{dialog && <OpenDialog dialog={dialog} />}</DeferredSubtree>;
}

const OpenDialog = memo(({ dialog }: { dialog: TreeDialog }): ReactNode => {
  const store = useEditorStore();
  const close = (): void => {
    store.closeDialog();
    store.goTo();
  };
  switch (dialog.kind) {
    case 'insert':
      return <InsertDialog slot={dialog.slot} anchor={dialog.anchor} onClose={close} />;
    case 'remove':
      return <RemoveDialog ids={dialog.ids} onClose={close} />;
    case 'move':
      return <MoveDialog id={dialog.id} onClose={close} />;
    case 'find':
      return <FindDialog onClose={close} />;
    case 'keys':
      return <KeysDialog onClose={close} />;
    default:
      return dialog satisfies never;
  }
});

type Props = { id: string; onClose: () => void };

function RemoveDialog({ ids, onClose }: Omit<Props, 'id'> & { ids: readonly string[] }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { outline, removeNow } = useEditing();
  const steps = outermost(outline, ids).flatMap((id) => [...nestedSteps(outline.steps.get(id)!)]);
  return (
    <Modal opened onClose={onClose} title={t.removeTitle(steps.length)} returnFocus={false}>
      <Stack>
        <Text size="sm">{t.removeText}</Text>
        <List size="sm" mah={240} style={{ overflow: 'auto' }}>
          {steps.map((one) => (
            <List.Item key={one.id}>{describeStep(one.step, locale).name}</List.Item>
          ))}
        </List>
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button color="vermelho" data-autofocus onClick={() => (onClose(), removeNow(ids))}>
            {t.remove}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

function MoveDialog({ id, onClose }: Props): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { outline, move } = useEditing();
  const slots = slotsFor(outline, layoutOf(outline, new Set(), locale).pluses, id);
  const slotLabel = ({ list, after }: Plus): string => {
    const listLabel = capital(withOwner(list.owner, listLocation(list, locale), locale));
    return after ? t.afterIn(listLabel, describeStep(after.step, locale).name) : t.first(listLabel);
  };
  const pick = (value: string): void => {
    const plus = slots.find((one) => one.id === value);
    onClose();
    if (plus) move(id, plus.slot);
  };
  return (
    <Modal opened onClose={onClose} title={t.moveTitle} returnFocus={false}>
      <Picker
        label={t.moveSearch}
        options={slots.map((plus) => ({ value: plus.id, label: slotLabel(plus) }))}
        empty={t.noPlaces}
        onPick={pick}
      />
    </Modal>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Adds the owner to the label of a list, because several lists can have the same name. */
function withOwner(owner: OutlineStep | undefined, listLabel: string, locale: Locale): string {
  return owner ? `${listLabel} · ${describeStep(owner.step, locale).name}` : listLabel;
}

function FindDialog({ onClose }: Omit<Props, 'id'>): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { jumpTo } = useEditorStore();
  const { outline } = useEditing();
  const options = [...outline.steps.values()].map(({ id, step, list }) => {
    const { name, icon, body } = describeStep(step, locale);
    const label = body ? `${name}: ${body.slice(0, 60)}` : name;
    return { value: id, label: `${label} · ${listLocation(list, locale)}`, icon, keywords: body };
  });
  const pick = (id: string): void => {
    onClose();
    jumpTo(id);
  };
  return (
    <Modal opened onClose={onClose} title={t.findTitle} returnFocus={false}>
      <Picker label={t.findLabel} options={options} empty={t.noneFound} onPick={pick} />
    </Modal>
  );
}

function KeysDialog({ onClose }: Omit<Props, 'id'>): ReactNode {
  const t = useTexts(texts);
  const shortcutTexts = useTexts(keyTexts);
  return (
    <Modal opened onClose={onClose} title={t.keysTitle} size="lg" returnFocus={false}>
      <Table>
        <Table.Tbody>
          {shortcutLabels.map(({ keys, word }) => (
            <Table.Tr key={word}>
              <Table.Td w={220}>
                <Group gap={4}>
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </Group>
              </Table.Td>
              <Table.Td>{shortcutTexts[word]}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
