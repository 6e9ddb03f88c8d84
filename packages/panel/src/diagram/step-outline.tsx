import type { Flow } from '@retoma/flow';
import type { ReactNode } from 'react';
import { useLocale } from '../ui/locale.tsx';
import { TaggedText, Tile } from './cards/cards.tsx';
import { listName, listRules } from './cards/list-text.ts';
import { bodyOf } from './cards/step-body.ts';
import { describeStep } from './cards/step-text.ts';
import { outlineOf, type OutlineList, type OutlineStep } from './layout/flow-tree.ts';
import styles from './step-outline.module.css';

/** In letters. Longer messages are seldom sent; the editor shows them in full. */
const longest = 600;

/** A flow as a list to read: every step with the words of its message, and each path below its condition. */
export const StepOutline = ({ flow }: { flow: Flow }): ReactNode => <Steps list={outlineOf(flow).trunk} />;

const Steps = ({ list }: { list: OutlineList }): ReactNode => (
  <ol className={styles.steps}>
    {list.steps.map((step) => (
      <StepItem key={step.id} step={step} />
    ))}
  </ol>
);

function StepItem({ step: { step, lists } }: { step: OutlineStep }): ReactNode {
  const { locale } = useLocale();
  const { name, line, icon, tone } = describeStep(step, locale);
  const body = step.type === 'action' ? bodyOf(step, longest) : '';
  return (
    <li>
      <div className={styles.step}>
        <Tile tone={tone} icon={icon} />
        <div className={styles.text}>
          <div className={styles.name}>{name}</div>
          {line && <div className={styles.line}>{line}</div>}
          {body && (
            <div className={styles.body}>
              <TaggedText text={body} length={longest} />
            </div>
          )}
        </div>
      </div>
      {lists
        .filter(({ steps }) => steps.length > 0)
        .map((list) => (
          <div key={list.id} className={styles.path}>
            <div className={styles.name}>{listName(list, locale)}</div>
            <div className={styles.line}>{listRules(list, locale)}</div>
            <Steps list={list} />
          </div>
        ))}
    </li>
  );
}
