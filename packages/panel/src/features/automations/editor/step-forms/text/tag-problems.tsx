import { metatagLabel } from '@retoma/flow';
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { inOrder } from '../../../../../preview/pair-in-order.ts';
import { Icon } from '../../../../../ui/icons.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { stepFormTexts } from '../texts.ts';
import { tagsIn, type TagContext } from './tags-in.ts';

type ProblemsProps = { text: string; context: TagContext; onChange?: ((text: string) => void) | undefined };

/** The problems of the metatags of a text, with a button for each suggested replacement. */
export function TagProblems({ text, context, onChange }: ProblemsProps): ReactNode {
  const t = useTexts(stepFormTexts);
  const wrong = tagsIn(text, context).filter(({ tone }) => tone === 'wrong' || tone === 'old');
  return inOrder(wrong, ({ from, to, hint, tone, applyFix }) => (
    <Group gap={6} mt={4} c={tone === 'wrong' ? 'var(--mantine-color-error)' : 'dimmed'}>
      <Icon name="warning" size={14} />
      <Text size="xs">{hint}</Text>
      {applyFix && onChange && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onChange(text.slice(0, from) + applyFix + text.slice(to))}
        >
          {t.swapFor(metatagLabel(applyFix.replace(/[{}]/g, ''), context.locale))}
        </Button>
      )}
    </Group>
  ));
}
