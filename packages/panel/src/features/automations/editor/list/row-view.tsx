import type { ReactNode } from 'react';
import { Tile } from '../../../../diagram/cards/cards.tsx';
import { listName, listRules } from '../../../../diagram/cards/list-text.ts';
import { slotBelow } from '../../../../diagram/layout/flow-tree.ts';
import { piecesOf } from '../../../../diagram/cards/step-body.ts';
import { describeStep, describeStop, describeTrigger, type StepTone } from '../../../../diagram/cards/step-text.ts';
import { goesOnLine } from '../../../../diagram/cards/card-data.ts';
import { lengthOf, partText } from '../../../../diagram/metrics/wait-length.ts';
import { Icon, type IconName } from '../../../../ui/icons.tsx';
import { useLocale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useEditing } from '../canvas/editing.tsx';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditorStore } from '../state/use-editor.ts';
import type { StepProblems } from '../state/problems.ts';
import type { ListRow } from './list-rows.ts';
import styles from './list-view.module.css';
import { texts } from './texts.ts';

type RowText = { name: string; line: string; icon?: IconName; tone?: StepTone };

type ListRowProps = {
  row: ListRow;
  /** The metric of the row; empty if unknown. */
  metric: string;
  /** When someone who enters now passes the wait; undefined if that is unknown. */
  goesOn: string | undefined;
  found: StepProblems | undefined;
  isCurrent: boolean;
  isSelected: boolean;
  isMultiSelected: boolean;
  canAdd: boolean;
  onPick: () => void;
};

/** One row: a step with the content of its card, or a list that contains steps. */
export function RowView({
  row,
  metric,
  goesOn,
  found,
  isCurrent,
  isSelected,
  isMultiSelected,
  canAdd,
  onPick,
}: ListRowProps): ReactNode {
  const t = useTexts(texts);
  const { name, line, icon, tone } = useRowText(row, goesOn);
  const isOpen = 'isOpen' in row ? row.isOpen : undefined;
  const problem = found && problemText(found, t);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the surrounding tree handles the keys
    <div
      role="treeitem"
      data-row={row.id}
      data-kind={row.kind}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-selected={isSelected || isMultiSelected}
      data-multi-selected={isMultiSelected}
      aria-labelledby={`row-${row.id}`}
      {...(isOpen !== undefined && { 'aria-expanded': isOpen })}
      className={styles.row}
      style={{ paddingInlineStart: `calc(12px + ${row.level - 1} * var(--indent))` }}
      onClick={onPick}
    >
      <span className={styles.fold}>{isOpen !== undefined && <Icon name={isOpen ? 'down' : 'right'} size={14} />}</span>
      {icon && tone && <Tile tone={tone} icon={icon} />}
      <span className={styles.rowText} id={`row-${row.id}`}>
        <span className={styles.name}>{name} </span>
        {line && <span className={styles.line}>{line} </span>}
        {metric && <span className={styles.metric}>{metric} </span>}
        {problem && (
          <span className={styles.problem} data-tone={toneOf(found)}>
            <Icon name={toneOf(found) === 'todo' ? 'pencil' : 'warning'} size={14} /> {problem}
          </span>
        )}
      </span>
      {canAdd && <AddBelow id={row.id} label={row.kind === 'list' ? t.addIn(name) : t.add(name)} />}
    </div>
  );
}

const toneOf = ({ errors, warnings }: StepProblems): 'error' | 'warning' | 'todo' =>
  errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'todo';

function problemText(found: StepProblems, t: (typeof texts)['en']): string {
  const { errors, warnings, todo } = found;
  return { error: t.problems(errors), warning: t.warnings(warnings), todo: t.todo(todo) }[toneOf(found)];
}

function AddBelow({ id, label }: { id: string; label: string }): ReactNode {
  const { outline } = useEditing();
  const store = useEditorStore();
  const slot = slotBelow(outline, id);
  if (!slot) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.add}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation();
        const { left, bottom } = event.currentTarget.getBoundingClientRect();
        store.moveCursor(id);
        store.openDialog({ kind: 'insert', slot, anchor: { x: left, y: bottom } });
      }}
    >
      <Icon name="plus" size={16} />
    </button>
  );
}

function useRowText(row: ListRow, goesOn: string | undefined): RowText {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { flow } = useFlowDocument();
  if (row.kind === 'trigger') {
    const { name, line } = describeTrigger(flow.trigger_event, locale);
    const triggerLine = [line, describeStop(flow, locale)].filter(Boolean).join(' · ');
    return { name, line: triggerLine, icon: 'bolt', tone: 'trigger' };
  }
  if (row.kind === 'list') {
    const { list } = row;
    const name = listName(list, locale);
    const line = [listRules(list, locale), list.steps.length === 0 ? t.empty : ''].filter(Boolean).join(' · ');
    return { name: list.number === undefined ? name : t.branch(list.number, name), line };
  }
  const part = partText(row.step, locale);
  const { name, icon, tone, line, body } = { ...describeStep(row.step.step, locale), ...part };
  const text = piecesOf(body, locale)
    .map((piece) => piece.text)
    .join('');
  const isOver = part === undefined || lengthOf(row.step).last.id === row.step.id;
  if (goesOn !== undefined && isOver) return { name, icon, tone, line: goesOnLine(row.step.step, goesOn, locale) };
  return { name, icon, tone, line: [line, text].filter(Boolean).join(' · ') };
}
