import { Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../ui/icons.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { ToneBadge, type Tone } from '../../../ui/tone-badge.tsx';
import type { StepState } from './selling-data.ts';
import classes from './selling.module.css';
import { texts } from './texts.ts';

const tones: Record<StepState, { tone: Tone; icon?: IconName }> = {
  done: { tone: 'ok', icon: 'check' },
  missing: { tone: 'plain', icon: 'ring' },
  simulated: { tone: 'wait', icon: 'inbox' },
  unverified: { tone: 'wait', icon: 'warning' },
  optional: { tone: 'plain' },
};

type StepRowProps = {
  icon: IconName;
  state: StepState;
  title: string;
  /** Short facts beside the state, such as the payment methods. */
  facts?: readonly string[];
  text: string;
  /** Below the text. */
  more?: ReactNode;
  /** Whether it is the one thing to do next. */
  isNext: boolean;
  /** The row's button, in this variant. */
  renderAction: (variant: 'filled' | 'default') => ReactNode;
};

/** One step: what it is, its state, what is so far, and its button. */
export function StepRow({ icon, state, title, facts, text, more, isNext, renderAction }: StepRowProps): ReactNode {
  const t = useTexts(texts);
  const { tone, icon: stateIcon } = tones[state];
  return (
    <li className={classes.row} data-next={isNext || undefined}>
      <span className={classes.tile} data-tone={isNext ? 'calm' : tone}>
        <Icon name={icon} size={18} />
      </span>
      <div>
        <div className={classes.title}>
          <Text span fw={500}>
            {title}
          </Text>
          <ToneBadge tone={tone} {...(stateIcon && { icon: stateIcon })}>
            {t[state]}
          </ToneBadge>
          {facts?.map((fact) => (
            <Badge key={fact} variant="default" c="dimmed">
              {fact}
            </Badge>
          ))}
        </div>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
        {more}
      </div>
      <div className={classes.action}>{renderAction(isNext ? 'filled' : 'default')}</div>
    </li>
  );
}

/** The steps of one subject. */
export const StepGroup = ({ title, children }: { title: string; children: ReactNode }): ReactNode => (
  <section aria-label={title}>
    <h2 className={classes.heading}>{title}</h2>
    <ul className={classes.card}>{children}</ul>
  </section>
);
