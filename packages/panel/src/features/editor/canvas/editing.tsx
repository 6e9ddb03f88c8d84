import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  describeRefusal,
  insertReminder,
  walkFlow,
  type Operation,
  type OperationRefusal,
  type Placement,
  type Step,
} from '@retoma/flow';
import { useMemo, type ReactNode } from 'react';
import {
  outlineOf,
  placeAfter,
  placeBefore,
  within,
  type Outline,
  type OutlineStep,
} from '../../../diagram/layout/flow-tree.ts';
import { describeStep } from '../../../diagram/cards/step-text.ts';
import { useLocale, type Locale } from '../../../ui/locale.tsx';
import { notifySuccess, notifyError } from '../../../ui/feedback/notify.ts';
import { useTexts } from '../../../ui/texts.ts';
import { useDocumentStore } from '../state/document-provider.tsx';
import { drawable, type DocumentStore } from '../state/editor-store.ts';
import { clipboardText, stepsInText } from './clipboard.ts';
import { newStep, type NewStepKind } from './new-steps.ts';
import { texts } from './texts.ts';

/** How a new step is added beyond its place: with a wait and a look at the payment; with the steps below in its first branch. */
type AddOptions = { guarded?: boolean; takesBelow?: boolean };

/** What can be done to the tree, by whatever key, menu or drag. Refusals are told to whoever did it. */
export type Editing = {
  outline: Outline;
  add: (kind: NewStepKind, place: Placement, options?: AddOptions) => void;
  /** Asks first where the step has others in it. */
  remove: (id: string) => void;
  removeNow: (ids: readonly string[]) => void;
  duplicate: (id: string) => void;
  move: (id: string, place: Placement) => void;
  /** One place up or down in its own list. */
  shift: (id: string, by: -1 | 1) => void;
  /** The text of a copy, of one step or several. */
  copyText: (ids: readonly string[]) => string;
  paste: (text: string, place: Placement) => void;
};

type Texts = (typeof texts)['pt-BR'];
type EditorContext = { store: DocumentStore; outline: Outline; locale: Locale; t: Texts };

/** The changes of the tree around. */
export function useEditing(): Editing {
  const { store, state } = useDocumentStore();
  const { flow } = state;
  const { locale } = useLocale();
  const t = useTexts(texts);
  return useMemo(() => {
    const outline = outlineOf(drawable(flow));
    const around: EditorContext = { store, outline, locale, t };
    return {
      outline,
      add: (kind, place, options) => addStep(around, kind, place, options),
      remove(id) {
        const step = outline.steps.get(id);
        if (!step) return;
        if ([...within(step)].length > 1) store.set({ dialog: { kind: 'remove', ids: [id] } });
        else removeSteps(around, [id]);
      },
      removeNow: (ids) => removeSteps(around, ids),
      duplicate: (id) => changeAndGo(around, [{ op: 'duplicate', nodeId: id }]),
      move(id, place) {
        if (change(around, [{ op: 'move_step', nodeId: id, ...place }])) goTo(store, id, t.moved);
      },
      shift: (id, by) => shiftStep(around, id, by),
      copyText: (ids) => clipboardText(drawable(flow), outermost(outline, ids)),
      paste(text, place) {
        const steps = stepsInText(text);
        if (steps && steps.length > 0) changeAndGo(around, [{ op: 'paste', steps, ...place }]);
        else notifyError(new Error(t.notSteps));
      },
    };
  }, [store, flow, locale, t]);
}

/** Applies operations as one change; a refusal is told, and false. */
function change({ store, locale }: EditorContext, operations: readonly Operation[]): boolean {
  const refused: OperationRefusal | undefined = store.apply(operations);
  if (refused) notifyError(new Error(describeRefusal(refused, locale)));
  return !refused;
}

/** Puts the focus on a card, and says what was done. */
export function goTo(store: DocumentStore, id: string, said = ''): void {
  store.set({ current: id, focusing: store.get().focusing + 1, said });
}

/** Opens a step with the focus in its first field. */
export function openStep(store: DocumentStore, id: string): void {
  store.set({ selected: id, current: id, opening: store.get().opening + 1 });
}

function changeAndGo(around: EditorContext, operations: readonly Operation[]): void {
  const had = new Set(idsIn(around.store));
  if (!change(around, operations)) return;
  const added = idsIn(around.store).find((id) => !had.has(id));
  if (added !== undefined) goTo(around.store, added, around.t.added(nameOf(around, added)));
}

const idsIn = (store: DocumentStore): string[] =>
  [...walkFlow(store.get().flow)].flatMap(({ step }) => (step.id === undefined ? [] : [step.id]));

function nameOf({ store, locale }: EditorContext, id: string): string {
  for (const { step } of walkFlow(store.get().flow)) if (step.id === id) return describeStep(step, locale).name;
  return '';
}

function addStep(
  around: EditorContext,
  kind: NewStepKind,
  place: Placement,
  { guarded, takesBelow }: AddOptions = {},
): void {
  const { store, locale } = around;
  const { flow } = store.get();
  const step = newStep(kind, flow, locale);
  const operations = guarded
    ? insertReminder(flow, step, place, { locale })
    : addition(around, step, place, takesBelow);
  store.set({ dialog: undefined });
  if (!change(around, operations)) return goTo(store, store.get().current);
  // The panel of the new step takes the focus.
  store.set({ fresh: new Set([step.id!]), said: around.t.added(describeStep(step, locale).name) });
  openStep(store, step.id!);
}

/** The operations that put a step at a place, and the steps below it into its first branch where that was asked. */
function addition(around: EditorContext, step: Step, place: Placement, takesBelow = false): Operation[] {
  const create: Operation = { op: 'create_step', step, ...place };
  const branch = step.type === 'condition' ? step.branches?.[0]?.id : undefined;
  if (!takesBelow || branch === undefined) return [create];
  const below = stepsBelow(around.outline, place).toReversed();
  const moves = below.map<Operation>((nodeId) => ({
    op: 'move_to_branch',
    nodeId,
    conditionNodeId: step.id!,
    branchId: branch,
  }));
  return [create, ...moves];
}

/** The ids of the steps of the same list that come after a place. */
export function stepsBelow(outline: Outline, place: Placement): string[] {
  const { afterNodeId } = place;
  const anchor = afterNodeId === undefined ? undefined : outline.steps.get(afterNodeId);
  if (anchor) return anchor.list.steps.slice(anchor.index + 1).map(({ id }) => id);
  const lists = [outline.trunk, ...[...outline.steps.values()].flatMap(({ lists }) => lists)];
  const list = lists.find((one) => one.place && JSON.stringify(one.place) === JSON.stringify(place));
  return list?.steps.map(({ id }) => id) ?? [];
}

function removeSteps(around: EditorContext, ids: readonly string[]): void {
  const { store, outline, t } = around;
  const gone = outermost(outline, ids);
  const step = outline.steps.get(gone[0] ?? '');
  if (!step) return;
  const inside = new Set(gone.flatMap((id) => [...within(outline.steps.get(id)!)].map((one) => one.id)));
  const { list, index } = step;
  const stays = ({ id }: OutlineStep): boolean => !inside.has(id);
  const near = list.steps.slice(index).find(stays) ?? list.steps.slice(0, index).findLast(stays) ?? list.owner;
  if (
    !change(
      around,
      // From the last: what is named by its place keeps it until it is its turn.
      gone.toReversed().map((nodeId) => ({ op: 'remove_step', nodeId })),
    )
  )
    return;
  store.set({ selected: undefined, chosen: new Set() });
  goTo(store, near?.id ?? 'trigger-0', t.removed);
  notifyRemoved(store, t, inside.size);
}

/** Those of some steps that stand in none of the others, in the order they run. */
export function outermost({ steps }: Outline, ids: readonly string[]): string[] {
  const chosen = new Set(ids);
  const isInside = (step: OutlineStep): boolean => {
    for (let owner = step.list.owner; owner; owner = owner.list.owner) if (chosen.has(owner.id)) return true;
    return false;
  };
  return [...steps.values()].filter((step) => chosen.has(step.id) && !isInside(step)).map(({ id }) => id);
}

function notifyRemoved(store: DocumentStore, t: Texts, count: number): void {
  const id = `removed-${store.get().revision}`;
  const undo = (): void => {
    store.turn('undo');
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

function shiftStep(around: EditorContext, id: string, by: -1 | 1): void {
  const step = around.outline.steps.get(id);
  const other = step?.list.steps[step.index + by];
  if (!step || !other) return;
  const place = by === 1 ? placeAfter(other) : placeBefore(other);
  if (place && change(around, [{ op: 'move_step', nodeId: id, ...place }])) goTo(around.store, id, around.t.moved);
}

/** Copies through the clipboard of the system, as a menu does; the keys copy by the browser's own events. */
export async function copyToClipboard(text: string, told: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  notifySuccess(told);
}
