import { Button, Kbd, Modal, Paper, Stack, Text } from '@mantine/core';
import { useClickOutside, useFocusTrap, useMediaQuery, useMergedRef } from '@mantine/hooks';
import { limits, type Placement } from '@retoma/flow';
import { useState, type ReactNode } from 'react';
import { notifyError } from '../../../../ui/feedback/notify.ts';
import { useLocale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useCreationDefaults } from '../step-forms/use-creation-defaults.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { stepsBelow, useEditing } from './editing.tsx';
import { kindLooks, newBranches, newStepKinds, type NewStepKind } from './new-steps.ts';
import { Picker, type PickerOption } from './picker.tsx';
import styles from './picker.module.css';
import { texts } from './texts.ts';

type InsertProps = { slot: Placement; anchor: { x: number; y: number } | undefined; onClose: () => void };

/** The maximum size of the menu beside a "+", and what is above and below its options, in pixels. */
const size = { width: 400, height: 740 };
const aroundOptions = 104;

/** The menu of new steps, beside the "+" that was pressed; centred on a phone and after a key. */
export function InsertDialog({ slot, anchor, onClose }: InsertProps): ReactNode {
  const t = useTexts(texts);
  const isNarrow = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false });
  if (!anchor || isNarrow) {
    return (
      <Modal opened onClose={onClose} title={t.insertTitle} size={440} returnFocus={false}>
        <InsertMenu slot={slot} onClose={onClose} />
      </Modal>
    );
  }
  return <Beside slot={slot} anchor={anchor} onClose={onClose} />;
}

function Beside({ slot, anchor, onClose }: InsertProps & { anchor: { x: number; y: number } }): ReactNode {
  const t = useTexts(texts);
  const ref = useMergedRef(useClickOutside(onClose), useFocusTrap());
  const left = Math.min(anchor.x + 18, window.innerWidth - size.width - 12);
  const height = Math.min(size.height, window.innerHeight - 24);
  const top = Math.max(12, Math.min(anchor.y - 24, window.innerHeight - height - 12));
  return (
    <Paper
      ref={ref}
      role="dialog"
      aria-label={t.insertTitle}
      withBorder
      shadow="md"
      p="xs"
      radius="xl"
      bg="var(--retoma-surface)"
      w={size.width}
      pos="fixed"
      style={{ left, top, zIndex: 300 }}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && (event.stopPropagation(), onClose())}
    >
      <InsertMenu slot={slot} onClose={onClose} maxHeight={height - aroundOptions} />
      <div className={styles.keys} aria-hidden="true">
        <span>
          <Kbd size="xs">↑</Kbd>
          <Kbd size="xs">↓</Kbd> {t.keyChoose}
        </span>
        <span>
          <Kbd size="xs">↵</Kbd> {t.keyInsert}
        </span>
      </div>
    </Paper>
  );
}

/** The menu, and for a new condition the choice of what happens to the steps below it. */
function InsertMenu({ slot, onClose, maxHeight }: Omit<InsertProps, 'anchor'> & { maxHeight?: number }): ReactNode {
  const t = useTexts(texts);
  const editing = useEditing();
  const { flow } = useFlowDocument();
  const { locale } = useLocale();
  const store = useEditorStore();
  const options = useOptions(slot);
  const [isAsking, setAsking] = useState(false);
  const below = stepsBelow(editing.outline, slot);
  const sender = useCreationDefaults()?.sender;
  const pick = (value: string): void => {
    // Ignores a second press while the menu is closing.
    if (!store.get().dialog) return;
    if (value === 'condition' && below.length > 0) return setAsking(true);
    if (value === 'paste') {
      onClose();
      navigator.clipboard
        .readText()
        .then((text) => editing.paste(text, slot))
        .catch(() => notifyError(new Error(t.cannotRead)));
    } else if (value.startsWith('guarded-')) {
      editing.add(value.slice('guarded-'.length) as NewStepKind, slot, { guarded: true, sender });
    } else editing.add(value as NewStepKind, slot, { sender });
  };
  const addCondition = (takesBelow: boolean): void => editing.add('condition', slot, { takesBelow });
  if (!isAsking)
    return (
      <Picker label={t.search} options={options} empty={t.noneFound} onPick={pick} {...(maxHeight && { maxHeight })} />
    );
  return (
    <Stack gap="xs">
      <Text fw={600}>{t.belowTitle}</Text>
      <Button variant="default" h="auto" py="xs" autoFocus styles={wraps} onClick={() => addCondition(true)}>
        {t.belowMove(newBranches(flow, locale)[0]!.label!)}
      </Button>
      <Button variant="default" h="auto" py="xs" styles={wraps} onClick={() => addCondition(false)}>
        {t.belowStay}
      </Button>
    </Stack>
  );
}

const wraps = { label: { whiteSpace: 'normal', textAlign: 'left' }, inner: { justifyContent: 'flex-start' } } as const;

/** The steps that can be added in a slot. An end is offered only in the last slot of a list. In a full trunk all options are disabled. */
function useOptions(slot: Placement): PickerOption[] {
  const t = useTexts(texts);
  const { flow } = useFlowDocument();
  const { outline } = useEditing();
  const inTrunk = slot.afterNodeId === 'trigger-0' || outline.steps.get(slot.afterNodeId ?? '')?.list === outline.trunk;
  const full = inTrunk && outline.trunk.steps.length >= limits.rootSteps.max ? { off: t.full } : {};
  const isLast = stepsBelow(outline, slot).length === 0;
  const plain = newStepKinds
    .filter((kind) => kind !== 'end' || isLast)
    .map((kind) => ({
      value: kind,
      label: t[kind],
      hint: t[`${kind}Does`],
      icon: kindLooks[kind].icon,
      tone: kindLooks[kind].tone,
      group: t[kindLooks[kind].group],
      ...full,
    }));
  const isDebt = flow.trigger_event === 'pix.generated' || flow.trigger_event === 'boleto.generated';
  const guarded = (['whatsapp', 'email', 'sms'] as const).map((kind) => ({
    value: `guarded-${kind}`,
    label: t.guarded(kind === 'email' ? t.emailInText : t[kind]),
    hint: t.guardedDoes,
    icon: 'shield' as const,
    tone: kindLooks[kind].tone,
    group: t.safe,
    ...full,
  }));
  const paste = { value: 'paste', label: t.paste, hint: t.pasteDoes, icon: 'copy', tone: 'end', group: ' ' } as const;
  return [...(isDebt ? guarded : []), ...plain, { ...paste, ...full }];
}
