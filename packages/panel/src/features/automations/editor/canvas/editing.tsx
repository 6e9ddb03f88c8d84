import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { insertReminder, walkFlow, type Operation, type Placement, type Step } from '@retoma/flow';
import type { Sender } from '@retoma/flow/templates';
import { useMemo, type ReactNode } from 'react';
import {
  outlineOf,
  slotAfter,
  slotBefore,
  nestedSteps,
  type Outline,
  type OutlineStep,
} from '../../../../diagram/layout/flow-tree.ts';
import { describeStep } from '../../../../diagram/cards/step-text.ts';
import { useLocale, type Locale } from '../../../../ui/locale.tsx';
import { notifySuccess, notifyError } from '../../../../ui/feedback/notify.ts';
import { useTexts } from '../../../../ui/texts.ts';
import { toRenderable } from '../state/editable-flow.ts';
import type { EditorStore } from '../state/editor-store.ts';
import { useApply, useEditor, useEditorStore } from '../state/use-editor.ts';
import { clipboardText, stepsInText } from './clipboard.ts';
import { newStep, type NewStepKind } from './new-steps.ts';
import { withOtherwise } from './other-cases.ts';
import { texts } from './texts.ts';

/**
 * Options of a new step. `guarded`: with a wait and a payment check. `takesBelow`: the steps below move into its first branch. `sender`:
 * that of a new e-mail.
 */
type AddOptions = { guarded?: boolean; takesBelow?: boolean; sender?: Sender | undefined };

/** The edits of the tree, shared by keys, menus and drags. A refused edit shows its reason. */
export type Editing = {
  outline: Outline;
  add: (kind: NewStepKind, slot: Placement, options?: AddOptions) => void;
  /** Requires a confirmation if the step contains others. */
  remove: (id: string) => void;
  removeNow: (ids: readonly string[]) => void;
  duplicate: (id: string) => void;
  move: (id: string, slot: Placement) => void;
  /** Moves a step one position up or down in its list. */
  shift: (id: string, by: -1 | 1) => void;
  /** The clipboard text of one or several steps. */
  copyText: (ids: readonly string[]) => string;
  paste: (text: string, slot: Placement) => void;
};

type Texts = (typeof texts)['pt-BR'];
type EditorContext = {
  store: EditorStore;
  change: (operations: readonly Operation[]) => boolean;
  outline: Outline;
  locale: Locale;
  t: Texts;
};

/** The edits of the document in the current context. */
export function useEditing(): Editing {
  const store = useEditorStore();
  const apply = useApply();
  const flow = useEditor((state) => state.flow);
  const { locale } = useLocale();
  const t = useTexts(texts);
  return useMemo(() => {
    const outline = outlineOf(toRenderable(flow));
    const change: EditorContext['change'] = (operations) =>
      apply(withOtherwise(operations, toRenderable(flow), locale), { fieldsMayLag: true });
    const context: EditorContext = { store, change, outline, locale, t };
    return {
      outline,
      add: (kind, slot, options) => addStep(context, kind, slot, options),
      remove(id) {
        const step = outline.steps.get(id);
        if (!step) return;
        if ([...nestedSteps(step)].length > 1) store.openDialog({ kind: 'remove', ids: [id] });
        else removeSteps(context, [id]);
      },
      removeNow: (ids) => removeSteps(context, ids),
      duplicate: (id) => changeAndGo(context, [{ op: 'duplicate', nodeId: id }]),
      move(id, slot) {
        if (change([{ op: 'move_step', nodeId: id, ...slot }])) store.goTo(id, t.moved);
      },
      shift: (id, by) => shiftStep(context, id, by),
      copyText: (ids) => clipboardText(toRenderable(flow), outermost(outline, ids)),
      paste(text, slot) {
        const steps = stepsInText(text);
        if (steps && steps.length > 0) changeAndGo(context, [{ op: 'paste', steps, ...slot }]);
        else notifyError(new Error(t.notSteps));
      },
    };
  }, [store, apply, flow, locale, t]);
}

function changeAndGo(context: EditorContext, operations: readonly Operation[]): void {
  const had = new Set(idsIn(context.store));
  if (!context.change(operations)) return;
  const added = idsIn(context.store).find((id) => !had.has(id));
  if (added !== undefined) context.store.jumpTo(added, context.t.added(stepLabel(context, added)));
}

const idsIn = (store: EditorStore): string[] =>
  [...walkFlow(store.get().flow)].flatMap(({ step }) => (step.id === undefined ? [] : [step.id]));

function stepLabel({ store, locale }: EditorContext, id: string): string {
  for (const { step } of walkFlow(store.get().flow)) if (step.id === id) return describeStep(step, locale).name;
  return '';
}

function addStep(
  context: EditorContext,
  kind: NewStepKind,
  slot: Placement,
  { guarded, takesBelow, sender }: AddOptions = {},
): void {
  const { store, locale } = context;
  const { flow } = store.get();
  const step = newStep(kind, flow, locale, sender);
  const operations = guarded ? insertReminder(flow, step, slot, { locale }) : addition(context, step, slot, takesBelow);
  store.closeDialog();
  if (context.change(operations)) store.openNewStep(step.id!, context.t.added(describeStep(step, locale).name));
  else store.goTo();
}

/** The operations that insert a step into a slot. `takesBelow`: they also move the steps below it into its first branch. */
function addition(context: EditorContext, step: Step, slot: Placement, takesBelow = false): Operation[] {
  const create: Operation = { op: 'create_step', step, ...slot };
  const branch = step.type === 'condition' ? step.branches?.[0]?.id : undefined;
  if (!takesBelow || branch === undefined) return [create];
  const below = stepsBelow(context.outline, slot).toReversed();
  const moves = below.map<Operation>((nodeId) => ({
    op: 'move_to_branch',
    nodeId,
    conditionNodeId: step.id!,
    branchId: branch,
  }));
  return [create, ...moves];
}

/** The ids of the steps after a slot in the same list. */
export function stepsBelow(outline: Outline, slot: Placement): string[] {
  const { afterNodeId } = slot;
  const anchor = afterNodeId === undefined ? undefined : outline.steps.get(afterNodeId);
  if (anchor) return anchor.list.steps.slice(anchor.index + 1).map(({ id }) => id);
  const lists = [outline.trunk, ...[...outline.steps.values()].flatMap(({ lists }) => lists)];
  const list = lists.find((one) => one.slot && JSON.stringify(one.slot) === JSON.stringify(slot));
  return list?.steps.map(({ id }) => id) ?? [];
}

function removeSteps(context: EditorContext, ids: readonly string[]): void {
  const { store, outline, t } = context;
  const removedIds = outermost(outline, ids);
  const step = outline.steps.get(removedIds[0] ?? '');
  if (!step) return;
  const inside = new Set(removedIds.flatMap((id) => [...nestedSteps(outline.steps.get(id)!)].map((one) => one.id)));
  const { list, index } = step;
  const stays = ({ id }: OutlineStep): boolean => !inside.has(id);
  const near = list.steps.slice(index).find(stays) ?? list.steps.slice(0, index).findLast(stays) ?? list.owner;
  // Removes the last step first: steps that are identified by their position then keep it until they are removed.
  if (!context.change(removedIds.toReversed().map((nodeId) => ({ op: 'remove_step', nodeId })))) return;
  store.select();
  store.endMultiSelection();
  store.goTo(near?.id ?? 'trigger-0', t.removed);
  notifyRemoved(store, t, inside.size);
}

/** The given steps that are not inside another given step, in execution order. */
export function outermost({ steps }: Outline, ids: readonly string[]): string[] {
  const selection = new Set(ids);
  const isInside = (step: OutlineStep): boolean => {
    for (let owner = step.list.owner; owner; owner = owner.list.owner) if (selection.has(owner.id)) return true;
    return false;
  };
  return [...steps.values()].filter((step) => selection.has(step.id) && !isInside(step)).map(({ id }) => id);
}

function notifyRemoved(store: EditorStore, t: Texts, count: number): void {
  const id = `removed-${store.get().revision}`;
  const undo = (): void => {
    store.undo();
    notifications.hide(id);
  };
  const message: ReactNode = (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{count > 1 ? t.removedMany(count) : t.removed}</Text>
      <Button size="compact-sm" variant="default" onClick={undo}>
        {t.undo}
      </Button>
    </Group>
  );
  notifications.show({ id, message, autoClose: 8_000 });
}

function shiftStep(context: EditorContext, id: string, by: -1 | 1): void {
  const step = context.outline.steps.get(id);
  const other = step?.list.steps[step.index + by];
  if (!step || !other) return;
  const slot = by === 1 ? slotAfter(other) : slotBefore(other);
  if (slot && context.change([{ op: 'move_step', nodeId: id, ...slot }])) context.store.goTo(id, context.t.moved);
}

/** Copies with the clipboard API, for menus; copying by key uses the browser's copy event. */
export async function copyToClipboard(text: string, announcement: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  notifySuccess(announcement);
}
