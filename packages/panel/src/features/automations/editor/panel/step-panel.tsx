import { ActionIcon, Box, Group, Menu, ScrollArea, Text, Title } from '@mantine/core';
import { useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { Tile } from '../../../../diagram/cards/cards.tsx';
import { listLocation } from '../../../../diagram/cards/list-text.ts';
import type { OutlineStep } from '../../../../diagram/layout/flow-tree.ts';
import { describeStep, describeTrigger } from '../../../../diagram/cards/step-text.ts';
import { partText } from '../../../../diagram/metrics/wait-length.ts';
import { waitedOf, waitText } from '../../../../diagram/metrics/wait-times.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { useLocale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { copyToClipboard, useEditing } from '../canvas/editing.tsx';
import { texts as treeTexts } from '../canvas/texts.ts';
import { StepForm } from '../step-forms/step-form.tsx';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import { useFirstField } from './first-field.ts';
import { usePanelWidth } from './panel-width.ts';
import styles from './step-panel.module.css';
import { texts } from './texts.ts';

/** The form of the selected step: next to the tree, on a phone above it. Empty without a selection. */
export function StepPanel(): ReactNode {
  const selectedId = useEditor((state) => state.selectedId);
  const { outline } = useEditing();
  if (selectedId === undefined) return null;
  if (selectedId !== 'trigger-0' && !outline.steps.has(selectedId)) return null;
  return <Opened id={selectedId} />;
}

function Opened({ id }: { id: string }): ReactNode {
  const t = useTexts(texts);
  const store = useEditorStore();
  const { width, handle } = usePanelWidth();
  const panel = useRef<HTMLElement>(null);
  useFirstField(
    panel,
    useEditor((state) => state.fieldFocusRequest),
  );
  const close = (): void => {
    store.select();
    store.goTo(id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Overlays such as the e-mail editor are children in React, but not in the DOM.
    const isInside = event.currentTarget.contains(event.target as Node);
    if (event.key !== 'Escape' || event.defaultPrevented || !isInside) return;
    event.stopPropagation();
    close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Esc from its fields
    <aside
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      aria-label={t.label}
      data-back-closes
      style={{ '--panel-width': `${width}px` } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      <div className={styles.handle} aria-label={t.resize} {...handle} />
      <Head id={id} onClose={close} />
      <ScrollArea flex={1} mih={0} type="auto">
        <Box p="md" data-fields>
          <StepForm key={id} stepId={id} />
        </Box>
      </ScrollArea>
    </aside>
  );
}

function Head({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { flow, locked } = useFlowDocument();
  const { outline } = useEditing();
  const step = outline.steps.get(id);
  const where = useWhere(step);
  const cardText = step
    ? { ...describeStep(step.step, locale), ...partText(step, locale), where }
    : { ...describeTrigger(flow.trigger_event, locale), icon: 'bolt' as const, tone: 'trigger' as const, where: '' };
  return (
    <Group px="md" py="sm" gap="sm" wrap="nowrap" align="flex-start" className={styles.head}>
      <Tile tone={cardText.tone} icon={cardText.icon} />
      <Box flex={1} miw={0}>
        <Title order={2} style={{ overflowWrap: 'anywhere' }}>
          {cardText.name}
        </Title>
        <Text size="xs" c="dimmed">
          {cardText.where || cardText.line}
        </Text>
      </Box>
      {step && !locked && <More step={step} />}
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={t.close} onClick={onClose}>
        <Icon name="cross" />
      </ActionIcon>
    </Group>
  );
}

/** The location of a step: `Caminho Pendente · 30 min depois do gatilho` */
function useWhere(step: OutlineStep | undefined): string {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { outline } = useEditing();
  if (!step) return '';
  const listLabel = listLocation(step.list, locale);
  const minutes = waitedOf(outline).get(step.id);
  const after = minutes === undefined || minutes === 0 ? '' : ` · ${t.after(waitText(minutes, locale).slice(1))}`;
  return listLabel.charAt(0).toUpperCase() + listLabel.slice(1) + after;
}

function More({ step: { id } }: { step: OutlineStep }): ReactNode {
  const t = useTexts(texts);
  const actionTexts = useTexts(treeTexts);
  const { openDialog } = useEditorStore();
  const { duplicate, remove, removeNow, copyText } = useEditing();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t.moreActions}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="copy" size={16} />} onClick={() => duplicate(id)}>
          {actionTexts.duplicate}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="grip" size={16} />} onClick={() => openDialog({ kind: 'move', id })}>
          {actionTexts.moveTitle}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="copy" size={16} />}
          onClick={() => void copyToClipboard(copyText([id]), actionTexts.copied)}
        >
          {actionTexts.copy}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="minus" size={16} />}
          onClick={() => void copyToClipboard(copyText([id]), actionTexts.copied).then(() => removeNow([id]))}
        >
          {actionTexts.cut}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="vermelho" leftSection={<Icon name="trash" size={16} />} onClick={() => remove(id)}>
          {actionTexts.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
