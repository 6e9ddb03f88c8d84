import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { MessageBadge } from '../../features/automations/runs/message-badge.tsx';
import { PurchaseStateBadge } from '../../features/shop/state-badge.tsx';
import { SaleBadge } from '../../ui/format/other-sales.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useTexts } from '../../ui/texts.ts';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { matchIn, type Choice, type Subject } from './choice.ts';
import styles from './search.module.css';
import { texts } from './texts.ts';

type ChoiceRowProps = {
  choice: Choice;
  id: string;
  href: string;
  search: string;
  isSelected: boolean;
  /** Shown at the end of the row instead of the state. */
  end: string | undefined;
  onPoint: () => void;
  onOpen: (inNewTab: boolean) => void;
};

/** A choice of the search: what it is, and its state. */
export function ChoiceRow({ choice, id, href, search, isSelected, end, onPoint, onOpen }: ChoiceRowProps): ReactNode {
  return (
    <a
      className={styles['choice']}
      id={id}
      role="option"
      tabIndex={-1}
      href={href}
      aria-selected={isSelected}
      onPointerMove={() => !isSelected && onPoint()}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onOpen(false);
      }}
    >
      <span className={styles['tile']}>
        <Icon name={choice.icon} />
      </span>
      <span className={styles['words']}>
        <span className={styles['title']}>
          <Marked text={choice.title} search={search} />
        </span>
        {choice.detail && (
          <span className={styles['detail']}>
            <Marked text={choice.detail} search={search} />
          </span>
        )}
      </span>
      <span className={styles['state']}>
        {end === undefined ? (
          <StateOf subject={choice.subject} />
        ) : (
          <Text span size="sm" c="dimmed">
            {end}
          </Text>
        )}
      </span>
    </a>
  );
}

/** A text with its match marked. */
function Marked({ text, search }: { text: string; search: string }): ReactNode {
  const [before, match, after] = matchIn(text, search);
  return (
    <>
      {before}
      {match && <mark>{match}</mark>}
      {after}
    </>
  );
}

/** The state of what a choice opens, or a count. */
export function StateOf({ subject }: { subject: Subject }): ReactNode {
  const t = useTexts(texts);
  switch (subject.kind) {
    case 'orders':
      return (
        <>
          <PurchaseStateBadge state={subject.row.status} />
          <SaleBadge kind={subject.row.sale} />
        </>
      );
    case 'checkouts':
      return <PurchaseStateBadge state={subject.row.state} />;
    case 'people':
      return (
        <Text span size="sm" c="dimmed">
          {t.orderCount(subject.row.orders)}
        </Text>
      );
    case 'messages':
      return <MessageBadge state={subject.row.state} />;
    case 'automations': {
      const { active, publishedVersion } = subject.row;
      if (active) return <ToneBadge tone="ok">{t.active}</ToneBadge>;
      return <ToneBadge tone="plain">{publishedVersion === null ? t.draft : t.paused}</ToneBadge>;
    }
    case 'actions':
    case 'pages':
      return null;
  }
}
